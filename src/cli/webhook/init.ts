import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { trimEnd } from "../../go/trim-text.ts";
import { shellWord } from "../../report/shell-word.ts";
import { packageRoot } from "../own-package.ts";
import { print } from "../terminal.ts";
import { type ProjectPackages, projectPackages, VENDOR } from "./project-packages.ts";

/**
 * Names in the template that are replaced: the project, the packages, and the line of the Dockerfile for
 * packages in files.
 */
const TEMPLATE_NAME = "my-webhooks";
const TEMPLATE_SDK = '"SALLYPORT-WEBHOOK"';
const TEMPLATE_SALLYPORT = '"SALLYPORT"';
const TEMPLATE_COPY = "# COPY PACKAGES\n";

/** Writes a project with two webhooks and their tests. Refuses a folder that is not empty. */
export function initProject(dir: string): void {
  const folder = resolve(dir);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a new folder, such as ${TEMPLATE_NAME}`);
  const root = packageRoot();
  const packages = projectPackages(root, folder);
  const template = join(root, "examples/webhook-project");
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(template, join(entry.parentPath, entry.name));
    // Packages leave out files that are really called so.
    const target = join(folder, /^(git|docker)ignore$/.test(path) ? `.${path}` : path);
    makeFolder(dirname(target));
    const text = readFileSync(join(template, path), "utf8");
    writeFileSync(target, filled(text, nameOf(folder), packages));
  }
  const inside = relative(process.cwd(), folder);
  const shown = inside.startsWith("..") ? folder : inside || ".";
  print(`Two webhooks and their tests are in ${shown}. Next:

  cd ${shellWord(shown)}
  npm install
  npm test
  npm run dev
`);
}

const filled = (text: string, name: string, { sallyport, sdk, areFiles }: ProjectPackages): string =>
  text
    .replaceAll(TEMPLATE_NAME, name)
    .replace(TEMPLATE_SDK, JSON.stringify(sdk))
    .replace(TEMPLATE_SALLYPORT, JSON.stringify(sallyport))
    .replace(TEMPLATE_COPY, areFiles ? `COPY ${VENDOR} ${VENDOR}\n` : "");

/** The folder's name, as far as it can be one of a Service. */
const nameOf = (folder: string): string =>
  trimEnd(
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[^a-z]+/, ""),
    "-",
  ).slice(0, 50) || "webhooks";
