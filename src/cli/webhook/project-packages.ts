import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { messageOf } from "../../report/describe-error.ts";

/** Dependencies that a project writes into its package.json. */
export interface ProjectPackages {
  readonly sallyport: string;
  readonly sdk: string;
  /** True if the packages are files in the project, with which an image is built too. */
  readonly areFiles: boolean;
}

export const VENDOR = "vendor";
/** The package of the SDK, inside of this one. */
const SDK = "dist/sdk";

/**
 * Returns the versions of the packages, if npm installed this one from a registry. Otherwise both are packed
 * into a folder of the project, so that it can be installed anywhere, without a registry.
 */
export function projectPackages(root: string, folder: string): ProjectPackages {
  if (isFromRegistry(root)) {
    const { version }: { readonly version: string } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    );
    return { sallyport: `^${version}`, sdk: `^${version}`, areFiles: false };
  }
  if (!existsSync(join(root, SDK))) throw new Error(`${root} is not built: run npm run build there`);
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
