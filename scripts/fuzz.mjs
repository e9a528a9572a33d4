// npm run fuzz -- [--minutes N] [--inputs N] [--seed S] [--border A,B] [--keep DIR] [--dist DIR]
// Random and malformed inputs for everything that reads bytes of clients, webhooks, operators and the store. Fails when
// one throws what it should not, breaks a promise, or takes long. `--keep test/fuzz/failed` makes tests of failures.
// The borders http1, http2 and webhooks are sockets of a server in a process of its own: it must go on, in time, with
// bounded memory, and store nothing that it must not.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { buildServer } from "../test/process/build-server.mjs";
import { ROOT } from "./parts/shared.mjs";

const outfile = join(ROOT, "node_modules/.cache/fuzz.mjs");
await build({
  absWorkingDir: ROOT,
  entryPoints: ["test/fuzz/main.ts"],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  logLevel: "warning",
});
const given = process.argv.slice(2);
const dist = given.includes("--dist") ? [] : ["--dist", buildServer("fuzz")];
const args = ["--enable-source-maps", outfile, ...dist, ...given];
const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
