// node scripts/pack.mjs: the files that `npm pack` makes of both packages, for the tests that install them
// (SALLYPORT_PACKED says where they are).
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { helpIfAsked } from "./parts/read-flags.mjs";
import { PACKED, ROOT } from "./parts/shared.mjs";

helpIfAsked(import.meta.filename);
rmSync(PACKED, { recursive: true, force: true });
mkdirSync(PACKED, { recursive: true });
const args = [
  "pack",
  "--ignore-scripts",
  "--silent",
  "--workspace",
  "packages/webhook",
  "--include-workspace-root",
];
const { status } = spawnSync("npm", [...args, "--pack-destination", PACKED], { cwd: ROOT, stdio: "inherit" });
process.exitCode = status ?? 1;
