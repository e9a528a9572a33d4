// `sallyport serve` as one file beside the program, `explain` and `lint` as another (docs/decisions/0019), and what V8 compiles of
// them.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { licences } from "./licences.mjs";
import { ownLmdb } from "./lmdb-library.mjs";

/** By the modules that they are joined from. */
const FILES = { "serve-program": "cli/serve.cjs", "checks-program": "cli/checks.cjs" };
/** Libraries that the first start needs, with theirs: loading them from their own files takes as long as half of the rest. */
const JOINED = new Set(["@peculiar/x509", "reflect-metadata", "commander"]);
const COMPILED = "cli/compiled";
/** With which `npm start` and the image run Node, and without any: V8 takes compiled code with the same flags only. */
const NODE_FLAGS = [["--max-semi-space-size=64"], []];
/** A busy machine takes long; the build continues without. */
const PATIENCE_MS = 60_000;

/** Modules look for files from where the chunks lie. */
const HEAD = `(function (exports, require, module, __filename, __dirname) { "use strict";
const __url = require("node:url").pathToFileURL(require("node:path").join(__dirname, "../chunks/bundle.cjs")).href;`;

/** Joined from the sources below `root`. Returns what it has written, below `outDir`. */
export async function writeFastBundles(root, outDir) {
  const inputs = [];
  for (const [program, file] of Object.entries(FILES))
    inputs.push(...(await writeBundle(root, `src/cli/bundle/${program}.ts`, join(outDir, file))));
  writeFileSync(join(outDir, "cli/LICENSES.txt"), licences(root, [...new Set(inputs)]));
  return Object.values(FILES).flatMap((file) => [file, `${file}.map`]);
}

/** Returns the files that it is made of. */
async function writeBundle(root, entry, outfile) {
  const { dependencies } = packageIn(root);
  // Every Node can `require` what is CommonJS.
  const isModule = (name) => packageIn(join(root, "node_modules", name)).type === "module";
  const external = Object.keys(dependencies).filter((name) => !JOINED.has(name) && !isModule(name));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    external,
    // Code that V8 takes from what was kept cannot import (Node 20: ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING).
    supported: { "dynamic-import": false },
    // One byte for a character.
    charset: "ascii",
    define: { "import.meta.url": "__url", "import.meta.filename": "__filename" },
    banner: { js: HEAD },
    footer: { js: "})" },
    plugins: [ownLmdb],
    sourcemap: "linked",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  for (const { text } of outputFiles.filter(({ path }) => !path.endsWith(".map"))) assertAscii(text);
  for (const { path, contents, text } of outputFiles)
    writeFileSync(path, path.endsWith(".map") ? contents : `${text}//# ${sha256(contents)}`);
  return Object.keys(metafile.inputs);
}

/** It is read as Latin-1 (load-bundle.ts); esbuild writes all but regular expressions in ASCII. Throws for one of them. */
function assertAscii(text) {
  for (const line of text.split("\n")) {
    const code = line.replace(/\/\*.*?\*\/|^ *\*.*|\/\/.*/g, "");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII, too.
    if (/[^\x00-\x7f]/.test(code)) throw new Error(`write this with \\u instead: ${line.trim()}`);
  }
}

const packageIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Commands whose functions are compiled: policies, webhooks, and a request to a control plane in memory. */
const SHORT_COMMANDS = [
  ["lint", "examples/policies", "examples/explain/hooks.yaml"],
  ["explain", "examples/explain/pod.yaml", "-f", "examples/explain/hooks.yaml", "-f", "examples/policies"],
];

/** Runs each command, serve once with all flags, and waits until each has kept what it compiled. */
export async function compileFastBundles(root, outDir) {
  const folder = join(outDir, COMPILED);
  rmSync(folder, { recursive: true, force: true });
  const isDone = () => count(folder) === NODE_FLAGS.length;
  await Promise.all(NODE_FLAGS.map((flags) => startOnce(outDir, flags, isDone)));
  for (const command of SHORT_COMMANDS)
    spawnSync(process.execPath, [resolve(outDir, "cli/main.js"), ...command], { cwd: root, stdio: "ignore" });
}

const count = (folder) => {
  try {
    return readdirSync(folder).filter((name) => /-serve-\d+$/.test(name)).length;
  } catch {
    return 0;
  }
};

async function startOnce(outDir, flags, isDone) {
  const dataDir = mkdtempSync(join(tmpdir(), "sallyport-build-"));
  const own = ["serve", "--data-dir", dataDir, "--secure-port", "0", "--no-console"];
  const child = spawn(process.execPath, [...flags, join(outDir, "cli/main.js"), ...own], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const giveUp = Date.now() + PATIENCE_MS;
  while (child.exitCode === null && !isDone() && Date.now() < giveUp)
    await new Promise((resolve) => setTimeout(resolve, 50));
  child.kill();
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
