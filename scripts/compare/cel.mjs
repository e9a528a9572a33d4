// npm run compare -- cel: Kubernetes' CEL against cel-go and against chance.
//   --differential [N]   N random expressions (10000) are compared with cel-go as kube-apiserver has it; needs Go
//   --fuzz [SECONDS]     random and broken expressions for so long (300): no crash, no hang, no difference without the checker
//   --seed N             which expressions; printed, so that a run can be repeated
//   --verbose            also print where only the text of an error differs
import { spawnSync } from "node:child_process";
import { readFlags } from "../parts/read-flags.mjs";
import { ROOT } from "../parts/shared.mjs";

const { values, positionals } = readFlags(import.meta.filename, {
  allowPositionals: true,
  options: {
    differential: { type: "boolean" },
    fuzz: { type: "boolean" },
    seed: { type: "string" },
    verbose: { type: "boolean" },
  },
});

const [amount] = positionals;
const env = { ...process.env };
if (values.seed !== undefined) env.CEL_SEED = values.seed;
if (values.verbose) env.CEL_VERBOSE = "1";

if (values.differential) run("differential", { CEL_DIFFERENTIAL: amount ?? "10000" });
if (values.fuzz) run("fuzz", { CEL_FUZZ: amount ?? "300" });
if (!values.differential && !values.fuzz)
  console.log("npm run compare -- cel --differential [N] | --fuzz [SECONDS]");

function run(name, settings) {
  const vitest = ["vitest", "run", `test/cel/${name}.test.ts`];
  const { status } = spawnSync("npx", vitest, { cwd: ROOT, stdio: "inherit", env: { ...env, ...settings } });
  if (status !== 0) process.exitCode = 1;
}
