import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { trimEnd } from "../../api/trim-text.ts";

/** What the template calls itself and this package. */
const TEMPLATE_NAME = "my-webhooks";
const TEMPLATE_VERSION = '"sallyport": "SALLYPORT"';

/** Writes a project with two webhooks and their tests. Refuses a folder that holds something. */
export function initProject(dir: string): void {
  const folder = resolve(dir);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a new folder, such as ${TEMPLATE_NAME}`);
  const root = packageRoot(dirname(fileURLToPath(import.meta.url)));
  const template = join(root, "examples/webhook-project");
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(template, join(entry.parentPath, entry.name));
    // Packages leave out files that are really called so.
    const target = join(folder, path === "gitignore" ? ".gitignore" : path);
    mkdirSync(dirname(target), { recursive: true });
    const text = readFileSync(join(template, path), "utf8");
    writeFileSync(target, filled(text, nameOf(folder), ownVersion(root)));
  }
  const inside = relative(process.cwd(), folder);
  const shown = inside.startsWith("..") ? folder : inside || ".";
  process.stdout.write(`Two webhooks and their tests are in ${shown}. Next:

  cd ${shown}
  npm install
  npm test
  npm run dev
`);
}

const filled = (text: string, name: string, version: string): string =>
  text.replaceAll(TEMPLATE_NAME, name).replace(TEMPLATE_VERSION, `"sallyport": ${JSON.stringify(version)}`);

/** The folder's name, as far as it can be one of a Service. */
const nameOf = (folder: string): string =>
  trimEnd(
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[^a-z]+/, ""),
    "-",
  ).slice(0, 50) || "webhooks";

/** From a registry: its version; out of a checkout: where that lies. */
function ownVersion(root: string): string {
  if (basename(dirname(root)) !== "node_modules") return `file:${root}`;
  return `^${(JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version}`;
}

const packageRoot = (folder: string): string =>
  existsSync(join(folder, "package.json")) ? folder : packageRoot(dirname(folder));
