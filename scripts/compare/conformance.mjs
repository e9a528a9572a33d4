// Runs the conformance cases: npm run compare -- conformance [--cases DIR] [--file NAME] [--only REGEX] [--verbose]
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { helpIfAsked } from "../parts/read-flags.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const out = join(root, "node_modules/.cache/conformance");

mkdirSync(out, { recursive: true });
writeFileSync(join(out, "package.json"), '{ "type": "module" }\n');
const compiled = spawnSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-p", join(root, "conformance")],
  {
    stdio: "inherit",
  },
);
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
helpIfAsked(import.meta.filename);
const ran = spawnSync(process.execPath, [join(out, "conformance/main.js"), root, ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exit(ran.status ?? 1);
