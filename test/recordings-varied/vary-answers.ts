import { clone } from "../../src/json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/json/value.ts";
import type { Random } from "../../tools/differential/random.ts";
import { answerOf } from "../../tools/differential/webhooks/answers.ts";
import { ACTORS } from "../../tools/differential/webhooks/scene.ts";
import { type Corpus, itemOf } from "./corpus.ts";
import { ODD, varyBody } from "./vary-body.ts";

/**
 * Changes the answers of some webhooks of a scenario, in place. `places`: JSON pointers into objects of the scenario.
 */
export function varyHooks(
  hooks: JsonObject,
  random: Random,
  corpus: Corpus,
  places: readonly string[],
): void {
  for (const [name, hook] of Object.entries(hooks))
    if (isJsonObject(hook) && random.chance(0.5)) hooks[name] = varied(hook, random, corpus, places);
}

function varied(hook: JsonObject, random: Random, corpus: Corpus, places: readonly string[]): JsonObject {
  // Hooks without an answer (a delay, a closed connection) are varied in all parts.
  if (!isJsonObject(hook.answer)) return varyParts(hook, random, corpus, places);
  if (random.chance(0.25)) return foreignAnswer(hook, random);
  varyAnswer(hook.answer, random, corpus, places, hook.kind === "mutating");
  return hook;
}

/** Behaviours within a behaviour. */
function varyParts(hook: JsonObject, random: Random, corpus: Corpus, places: readonly string[]): JsonObject {
  for (const parts of [hook.sequence, hook.cases])
    if (Array.isArray(parts))
      for (const part of parts)
        if (isJsonObject(part) && isJsonObject(part.answer) && random.chance(0.5))
          varyAnswer(part.answer, random, corpus, places, hook.kind === "mutating");
  return hook;
}

/** An answer as those that `npm run compare -- differential` makes. */
function foreignAnswer(hook: JsonObject, random: Random): JsonObject {
  const { text, status, headers, close } = answerOf(random, random.pick(ACTORS), hook.kind === "mutating");
  const kept = hook.kind === undefined ? {} : { kind: hook.kind };
  if (close === true || text === undefined) return { ...kept, close: true };
  const raw = text.replaceAll("{{version}}", "admission.k8s.io/v1");
  return {
    ...kept,
    raw,
    ...(status === undefined ? {} : { status }),
    ...(headers ? { headers: { ...headers } } : {}),
  };
}

function varyAnswer(
  answer: JsonObject,
  random: Random,
  corpus: Corpus,
  places: readonly string[],
  mutates: boolean,
): void {
  const { patch } = answer;
  if (Array.isArray(patch) && random.chance(0.6)) {
    if (random.chance(0.3)) varyBody(patch, random, corpus);
    else patch.splice(random.int(0, patch.length), random.int(0, 1), operation(random, corpus, places));
  } else if (mutates && patch === undefined && random.chance(0.6))
    answer.patch = random.times(1, 3, () => operation(random, corpus, places));
  else if (random.chance(0.5)) varyBody(answer, random, corpus);
  else Object.assign(answer, random.pick(MEMBERS));
}

/** An operation of a JSON patch at a place where objects of the scenario have a value, or near it. */
function operation(random: Random, corpus: Corpus, places: readonly string[]): JsonObject {
  const path = placeOf(random, places);
  const op = random.pick(OPERATIONS);
  if (op === "move" || op === "copy") return { op, from: placeOf(random, places), path };
  return op === "remove" ? { op, path } : { op, path, value: valueFor(path, random, corpus) };
}

const placeOf = (random: Random, places: readonly string[]): string =>
  random.pick(places.length > 0 ? places : ["/metadata/labels"]) + random.pick(ENDINGS);

function valueFor(path: string, random: Random, corpus: Corpus): Json {
  const [parent = "", name = ""] = path.split("/").slice(-2);
  const values = corpus.valuesOf(/^(\d+|-)$/.test(name) ? itemOf(parent) : name);
  return clone(random.pick(values.length > 0 && random.chance(0.7) ? values : ODD));
}

const OPERATIONS = ["add", "add", "add", "replace", "replace", "remove", "test", "move", "copy"] as const;
const ENDINGS = ["", "", "", "", "", "", "/0", "/-", "/a", "/"];
const STATUS: readonly JsonObject[] = [
  { message: "no" },
  { code: 404, reason: "NotFound", message: "no" },
  { code: 200 },
  { code: 422, reason: "Invalid", details: { causes: [{ field: "a", message: "b" }] } },
  { status: "Success", code: 999 },
  { reason: "Own", details: { retryAfterSeconds: 3 } },
];
const MEMBERS: readonly JsonObject[] = [
  { allowed: false },
  ...STATUS.map((status) => ({ allowed: false, status })),
  { allowed: "true" },
  { allowed: "__omit__" },
  { status: { message: "all is well", code: 200 } },
  { uid: "other" },
  { uid: "__omit__" },
  { patchType: "__omit__" },
  { patchType: "MergePatch" },
  { warnings: ["careful", "", "careful"] },
  { warnings: "careful" },
  { auditAnnotations: { a: "1", "with/slash": "2" } },
  { auditAnnotations: { a: 1 } },
  { extra: 1 },
];
