// npm run record:kinds -- [--only KIND] [--bytes N] [--dist DIR]
// Asks kube-apiserver about every built-in kind, and keeps what it answers in test/kinds/recorded/, where this server
// answers the same. Needs kube-apiserver and etcd (test/differential/README.md).
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { buildServer } from "../test/process/build-server.mjs";
import { newestEtcd } from "../test/process/etcd.mjs";
import { hasReference } from "../test/process/reference.mjs";
import { ROOT } from "./parts/shared.mjs";

const args = process.argv.slice(2);
if (!hasReference() || newestEtcd() === undefined) {
  console.log(
    "record:kinds: skipped: kube-apiserver and etcd are not built here (test/differential/README.md)",
  );
  process.exit(args.length === 0 ? 0 : 1);
}
const dist = args.includes("--dist") ? [] : ["--dist", buildServer("record-kinds")];
const outfile = join(ROOT, "node_modules/.cache/record-kinds.mjs");
await build({
  absWorkingDir: ROOT,
  entryPoints: ["test/kinds/record.ts"],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});
const child = spawn(process.execPath, [outfile, ...dist, ...args], {
  stdio: "inherit",
  env: { ...process.env, SALLYPORT_ROOT: ROOT },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
