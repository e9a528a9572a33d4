import { parentPort } from "node:worker_threads";
import { TooManyValuesError } from "../json/count-values.ts";
import { stringify } from "../json/stringify.ts";
import { readYaml } from "./read-yaml.ts";
import type { ThreadAnswer } from "./read-yaml-aside.ts";
import { YamlError } from "./yaml-error.ts";

/** Worker thread that reads YAML: it receives bytes and returns JSON, one text at a time. */
parentPort?.on("message", (bytes: Uint8Array) => {
  const answer = answerTo(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  parentPort?.postMessage(answer, answer.kind === "read" ? [answer.json.buffer] : []);
});

function answerTo(text: string): ThreadAnswer {
  try {
    const { value, duplicates } = readYaml(text);
    return { kind: "read", json: new TextEncoder().encode(stringify(value)), duplicates };
  } catch (error) {
    if (error instanceof TooManyValuesError) return { kind: "too many values" };
    if (error instanceof YamlError) return { kind: "refused", message: error.message };
    return { kind: "failed", message: String(error) };
  }
}
