import { yaml } from "../../../src/go-yaml/yaml.ts";
import type { Json } from "../../../src/json/value.ts";
import type { Answer, Step } from "../case.ts";
import type { Normaliser } from "../normalise.ts";
import type { Said } from "./kubectl.ts";
import { plainText } from "./plain.ts";

/**
 * Result of kubectl in the compared form: its exit status is converted to a status, 200 for success. An object in
 * JSON or YAML is a body.
 */
export function kubectlAnswer(step: Step, { code, stdout, stderr }: Said, normaliser: Normaliser): Answer {
  const object = objectIn(stdout);
  normaliser.learn(object);
  const comparable = (text: string): string => normaliser.text(plainText(text));
  return {
    step: step.name,
    status: code === 0 ? 200 : code,
    headers: {},
    warnings: [],
    ...(object === undefined ? { text: comparable(stdout) } : { body: normaliser.value(object) ?? null }),
    ...(stderr === "" ? {} : { stderr: comparable(stderr) }),
  };
}

function objectIn(text: string): Json | undefined {
  if (!/^(\{|apiVersion: )/.test(text)) return undefined;
  try {
    return (text.startsWith("{") ? JSON.parse(text) : yaml().parse(text)) as Json;
  } catch {
    return undefined;
  }
}
