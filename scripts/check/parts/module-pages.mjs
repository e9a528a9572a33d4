// The README.md of each module: that it exists, that it is short, and that the paths in it exist.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../parts/shared.mjs";

const MOST_LINES = 50;

/** Modules outside of src/. */
const BESIDE_SRC = ["test", "bench", "scripts", "console", "tools/differential", "tools/versions"];

/** Links, except those to other sites and within the page. */
const LINKS = /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g;
/** Code that is a path: it has an extension or ends with a slash, and no placeholder, space or other character. */
const CODE =
  /`((?:[\w.@-]+\/)*[\w.@-]+(?:\/|\.(?:ts|tsx|mjs|mts|js|json|md|yaml|yml|txt|svg|css|html|sh)))`/g;

/** Folders of src/, and the others. */
export function modules(root = ROOT) {
  const inSrc = readdirSync(join(root, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}`);
  return [...inSrc, ...BESIDE_SRC];
}

export function pageComplaints(root = ROOT) {
  return modules(root).flatMap((module) => {
    const page = `${module}/README.md`;
    if (!existsSync(join(root, page))) return [`${page} is missing: it explains the module to new readers`];
    return complaintsAbout(page, readFileSync(join(root, page), "utf8"), join(root, module));
  });
}

/** `folder`: the one that paths in the text are relative to. */
export function complaintsAbout(page, text, folder) {
  const lines = text.trimEnd().split("\n");
  const length = lines.length > MOST_LINES ? [`${page}: ${lines.length} lines, more than ${MOST_LINES}`] : [];
  const paths = lines.flatMap((line, i) =>
    [...line.matchAll(LINKS), ...line.matchAll(CODE)]
      .map(([, path]) => path)
      .filter((path) => !isThere(join(folder, path), path.endsWith("/")))
      .map((path) => `${page}:${i + 1}: there is no ${path}`),
  );
  return [...length, ...paths];
}

const isThere = (path, isFolder) => existsSync(path) && (!isFolder || statSync(path).isDirectory());
