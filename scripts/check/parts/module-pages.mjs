// The README.md of each module: that it exists, that it is short, that the paths in it exist, and that it names the modules that
// call it and that it imports.
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

/** `allowed`: module of src/ → modules that it may import. */
export function pageComplaints(allowed, root = ROOT) {
  return modules(root).flatMap((module) => {
    const page = `${module}/README.md`;
    if (!existsSync(join(root, page))) return [`${page} is missing: it explains the module to new readers`];
    const text = readFileSync(join(root, page), "utf8");
    const name = module.startsWith("src/") ? module.slice("src/".length) : undefined;
    const wrong = name === undefined ? [] : neighbourComplaints(page, text, name, allowed);
    return [...complaintsAbout(page, text, join(root, module)), ...wrong];
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

/**
 * Complaints about the sentences "`a` and `b` call this module" or "All modules except `c` call this one", and "It may import
 * `d`" of a page. `allowed`: module → modules that it may import.
 */
export function neighbourComplaints(page, text, module, allowed) {
  const section = (/## Callers and imports\n([^#]*)/.exec(text)?.[1] ?? "").replaceAll("\n", " ").trim();
  const [before = "", after = ""] = section.split("It may import ", 2);
  const others = Object.keys(allowed).filter((other) => other !== module);
  const namesIn = (part) => {
    const named = new Set([...part.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
    return others.filter((other) => named.has(other) !== /^all modules except/i.test(part));
  };
  const complaints = (named, right, what) => [
    ...right.filter((one) => !named.includes(one)).map((one) => `${page}: ${one} is missing among ${what}`),
    ...named.filter((one) => !right.includes(one)).map((one) => `${page}: ${one} is not among ${what}`),
  ];
  const callers = others.filter((other) => allowed[other].includes(module));
  const imports = namesIn(after.split(/\.(?: |$)|: |, (?:but|and it is|and nothing) /, 1)[0]);
  return [
    ...complaints(namesIn(before.split(/ calls? /, 1)[0]), callers, "its callers"),
    ...complaints(imports, allowed[module], "its imports"),
  ];
}

const isThere = (path, isFolder) => existsSync(path) && (!isFolder || statSync(path).isDirectory());
