// Which recordings a run asks for: `--topic`, `--only`, `--step`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The flags of both programs that send recordings. */
export const CHOICES = {
  topic: { type: "string" },
  only: { type: "string" },
  step: { type: "string" },
  verbose: { type: "boolean", default: false },
};

/** Exits with words when nothing would be sent: then nothing would be tested. */
export function needScenarios(folder, level, { topic, only, step }) {
  const [wanted, wantedStep] = [expression("--only", only), expression("--step", step)];
  const recorded = join(folder, "recorded", level);
  const topics = topic?.split(",") ?? readdirSync(recorded).filter((name) => !name.startsWith("."));
  for (const name of topics)
    if (!existsSync(join(recorded, name)))
      end(`there is no topic ${JSON.stringify(name)}: there are ${readdirSync(recorded).join(", ")}`);
  const found = topics.flatMap((name) =>
    readdirSync(join(recorded, name))
      .filter((file) => wanted.test(file.replace(/\.json$/, "")))
      .map((file) => join(recorded, name, file)),
  );
  if (found.length === 0) end(`no recorded scenario has a name that matches --only ${only}`);
  if (step === undefined) return;
  const names = found.flatMap((file) => stepsOf(JSON.parse(readFileSync(file, "utf8"))));
  if (!names.some((name) => wantedStep.test(name)))
    end(`no step has a name that matches --step ${step}: there are ${[...new Set(names)].join(", ")}`);
}

const stepsOf = ({ steps = [] }) => steps.map(({ step }) => step);

/** Those that `--step` names; the steps before them were sent as well. */
export function chosenSteps(steps, step) {
  if (step === undefined) return steps;
  const wanted = expression("--step", step);
  return new Map([...steps].filter(([, { step: name }]) => wanted.test(name)));
}

function expression(flag, text = "") {
  try {
    return new RegExp(text);
  } catch (error) {
    return end(`${flag}: ${error.message}`);
  }
}

function end(text) {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}
