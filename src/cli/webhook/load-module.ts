import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, isAbsolute, join, parse, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeFolder } from "../../disk/make-folder.ts";
import { nearestFolder } from "../../disk/nearest-folder.ts";
import { PRIVATE_FOLDER } from "../../disk/private-files.ts";
import { requireOwner } from "../../disk/require-owner.ts";
import { messageOf } from "../../report/describe-error.ts";
import { visibleLine } from "../../report/visible-text.ts";

/** Exports of a module, and the files that it was built from. */
export interface LoadedModule {
  readonly exports: object;
  readonly files: readonly string[];
}

/** Part of esbuild's interface that is used here. The user's project has esbuild as a dependency. */
interface Esbuild {
  build(options: object): Promise<{ metafile: Metafile }>;
}

interface Metafile {
  /** Each file, with the files and packages that it imports. */
  readonly inputs: Readonly<Record<string, { readonly imports: readonly Import[] }>>;
  readonly outputs: Readonly<
    Record<string, { readonly entryPoint?: string; readonly exports: readonly string[] }>
  >;
}

interface Import {
  readonly path: string;
  readonly external?: boolean;
}

/**
 * Loads the current version of a module, even if it was loaded before. TypeScript is built with the project's
 * own esbuild, else left to Node if that supports it. Throws an Error with a remedy.
 */
export async function loadModule(name: string): Promise<LoadedModule> {
  const file = resolve(name);
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const esbuild = await esbuildOf(file);
  if (esbuild !== undefined) return loadJoined(name, file, esbuild);
  if (/^\.[mc]?ts$/.test(extname(file)) && !("typescript" in process.features))
    throw new Error(
      `${name} is TypeScript, and this version of Node cannot run it: npm install --save-dev esbuild, or name a .js file`,
    );
  return { exports: await fresh(file), files: [file] };
}

async function esbuildOf(file: string): Promise<Esbuild | undefined> {
  try {
    return (await import(pathToFileURL(createRequire(file).resolve("esbuild")).href)) as Esbuild;
  } catch {
    return undefined;
  }
}

/** Beside the project's packages, so that what it imports from there is found. */
async function loadJoined(name: string, file: string, esbuild: Esbuild): Promise<LoadedModule> {
  const root = nearestFolder(dirname(file), "package.json") ?? parse(file).root;
  const folder = join(root, "node_modules", ".cache", "sallyport");
  makeFolder(folder, PRIVATE_FOLDER);
  requireOwner(folder);
  linkItself(root, folder);
  const outfile = join(folder, `webhooks-${process.pid}-${randomUUID()}.mjs`);
  const options = {
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    sourcemap: "inline",
  };
  try {
    const { metafile } = await esbuild.build({
      ...options,
      absWorkingDir: root,
      entryPoints: [file],
      outfile,
      metafile: true,
      logLevel: "silent",
    });
    requireExports(name, metafile, outfile);
    const files = Object.keys(metafile.inputs).map((input) => resolve(root, input));
    return { exports: await imported(pathToFileURL(outfile).href), files };
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** Throws before the module runs: a program without exports may listen on a port, and would not end. */
function requireExports(name: string, { inputs, outputs }: Metafile, outfile: string): void {
  const [output] = Object.values(outputs);
  const entry = output?.entryPoint;
  // esbuild does not know the names that `export *` takes from a package.
  if (output?.exports.length !== 0 || /^export \*/m.test(readFileSync(outfile, "utf8"))) return;
  const imports = (entry === undefined ? [] : (inputs[entry]?.imports ?? []))
    .filter(({ external }) => external !== true)
    .map(({ path }) => path);
  const meant =
    imports.length === 0 ? "" : `: it imports ${visibleLine(imports.slice(0, MOST_NAMED).join(", "))}`;
  throw new Error(`${name} exports nothing: name the file that exports the webhooks${meant}`);
}

const MOST_NAMED = 3;

/** A package may import itself by its name; Node does not look for that from inside `node_modules`. */
function linkItself(root: string, folder: string): void {
  const file = join(root, "package.json");
  const { name, exports } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const link = join(folder, "node_modules", String(name));
  if (typeof name !== "string" || exports === undefined || existsSync(link)) return;
  makeFolder(dirname(link), PRIVATE_FOLDER);
  // Several programs may begin at once: none of them takes away a link that another one uses already.
  const own = `${link}-${randomUUID()}`;
  symlinkSync(root, own, "junction");
  try {
    renameSync(own, link);
  } catch (error) {
    rmSync(own, { force: true });
    if (!existsSync(link)) throw error;
  }
}

/** Node keeps what it has imported: another query is another module. */
const fresh = (file: string): Promise<object> => imported(`${pathToFileURL(file).href}?load=${randomUUID()}`);

/** Imports a module. An error during the import gets its line in the source. */
async function imported(url: string): Promise<object> {
  process.setSourceMapsEnabled(true);
  try {
    return await import(url);
  } catch (error) {
    const place = placeOf(error, url);
    throw place === undefined ? error : new Error(`${place}: ${messageOf(error)}`, { cause: error });
  }
}

/** Returns undefined if the message contains the place, as for a missing module. */
function placeOf(error: unknown, url: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Node reports neither line nor file for a syntax error.
  if (error instanceof SyntaxError) return shown(fileURLToPath(url));
  const frames = (error.stack ?? "").split("\n").map((line) => line.trimStart());
  // The frame behind the first one of Node's loader is the importer of the module.
  const loader = frames.findIndex((frame) => frame.includes("node:internal/modules"));
  return frames
    .slice(0, loader < 0 ? undefined : loader)
    .map(placeInFrame)
    .find(Boolean);
}

/** The file and line of `at f (file:///a/b.ts?v=1:2:3)`, or of `at /a/b.ts:2:3`. */
function placeInFrame(frame: string): string | undefined {
  if (!frame.startsWith("at ")) return undefined;
  const place = frame.includes("(") ? frame.slice(frame.lastIndexOf("(") + 1) : frame.slice("at ".length);
  const parts = place.replace("file://", "").split(":");
  const line = parts.at(-2);
  const [file = ""] = parts.slice(0, -2).join(":").split("?", 1);
  return file.startsWith("/") ? `${shown(file)}:${line}` : undefined;
}

/** Returns the path as a user would type it. */
function shown(file: string): string {
  const inside = relative(process.cwd(), file);
  return inside.startsWith("..") || isAbsolute(inside) ? file : inside;
}
