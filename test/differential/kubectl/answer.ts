import type { Json } from "../../../src/api/json.ts";
import type { Answer, Step } from "../case.ts";
import type { Normaliser } from "../normalise.ts";
import type { Said } from "./kubectl.ts";
import { plainText } from "./plain.ts";

/** What kubectl said, in the form in which it is compared: its exit status stands for the status, 200 for success. */
export function kubectlAnswer(step: Step, { code, stdout, stderr }: Said, normaliser: Normaliser): Answer {
  normaliser.learn(jsonOf(stdout));
  const comparable = (text: string): string => normaliser.text(plainText(text));
  return {
    step: step.name,
    status: code === 0 ? 200 : code,
    headers: {},
    warnings: [],
    text: comparable(stdout),
    ...(stderr === "" ? {} : { stderr: comparable(stderr) }),
  };
}

function jsonOf(text: string): Json | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
