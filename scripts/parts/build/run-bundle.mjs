import { spawn } from "node:child_process";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { buildServer } from "../../../test/process/build-server.mjs";
import { ROOT } from "../shared.mjs";

/**
 * Joins a program of test/ with what it needs of src/ and runs it; ends as it ends. `name`: of the bundle, and of the server
 * that is built for it, unless `args` have `--dist`. `SALLYPORT_ROOT` tells it where the project is.
 */
export async function runBundle(name, entry, args, cwd = process.cwd()) {
  const dist = args.includes("--dist") ? [] : ["--dist", buildServer(name)];
  const bundle = join(ROOT, "node_modules/.cache", `${name}.mjs`);
  const outfile = `${bundle}.${process.pid}`;
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  // Another run of the same program may start meanwhile: it must not read half a file.
  renameSync(outfile, bundle);
  const child = spawn(process.execPath, ["--enable-source-maps", bundle, ...dist, ...args], {
    cwd,
    stdio: "inherit",
    env: { ...process.env, SALLYPORT_ROOT: ROOT },
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
}
