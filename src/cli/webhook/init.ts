import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { trimEnd } from "../../go/trim-text.ts";
import { messageOf } from "../../report/describe-error.ts";
import { shellWord } from "../../report/shell-word.ts";
import { packageRoot } from "../own-package.ts";
import { print, tell } from "../terminal.ts";

/** Dependencies that a project writes into its package.json. */
interface ProjectPackages {
  readonly sallyport: string;
  readonly sdk: string;
  /** True if the packages are files in the project, with which an image is built too. */
  readonly areFiles: boolean;
}

const VENDOR = "vendor";
/** The package of the SDK, inside of this one. */
const SDK = "dist/sdk";

/**
 * Returns the versions of the packages, if npm installed this one from a registry. Otherwise both are packed
 * into a folder of the project, so that it can be installed anywhere, without a registry.
 */
function projectPackages(root: string, folder: string): ProjectPackages {
  if (isFromRegistry(root)) {
    const { version }: { readonly version: string } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    );
    return { sallyport: `^${version}`, sdk: `^${version}`, areFiles: false };
  }
  if (!existsSync(join(root, SDK))) throw new Error(`${root} is not built: run npm run build there`);
  tell(`npm packs ${root} for the project ...`);
  const vendor = join(folder, VENDOR);
  makeFolder(vendor);
  const pack = (from: string): string => `file:${VENDOR}/${packInto(vendor, from)}`;
  return { sallyport: pack(root), sdk: pack(join(root, SDK)), areFiles: true };
}

/**
 * True if npm installed the packages from a registry. npm stores the source beside the packages:
 * `https://registry.example.com/sallyport/-/sallyport-0.1.0.tgz`.
 */
function isFromRegistry(root: string): boolean {
  const modules = dirname(root);
  if (basename(modules) !== "node_modules") return false;
  const file = join(modules, ".package-lock.json");
  if (!existsSync(file)) return false;
  const { packages = {} }: { packages?: Record<string, { resolved?: string }> } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  return packages["node_modules/sallyport"]?.resolved?.includes("/sallyport/-/sallyport-") === true;
}

/** The name of the file that `npm pack` makes. */
function packInto(vendor: string, from: string): string {
  const args = ["pack", "--ignore-scripts", "--json", "--workspaces=false", "--pack-destination", vendor];
  try {
    const shell = process.platform === "win32";
    const said = execFileSync("npm", args, {
      cwd: from,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      shell,
    });
    const [packed]: readonly [{ readonly filename: string }] = JSON.parse(said);
    return packed.filename;
  } catch (error) {
    throw new Error(`npm pack in ${from} failed: ${messageOf(error)}`, { cause: error });
  }
}

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
