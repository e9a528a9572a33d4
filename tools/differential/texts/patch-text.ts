import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";
import { mistakenJson, respelled } from "./json-text.ts";

const PLACES = ["/metadata/labels", "/metadata/annotations", "/spec/finalizers", "/metadata/labels/a", "x"];
const WHOLE = ["", "/metadata", "/spec", "/spec/a", "/\u00e9"];
const NAMES = [..."a b - 0 1 01 -1 ~0 ~1 ~ ~2 a~1b".split(" "), "finalizers", "labels", "\u00e9", ""];
const VALUES: readonly Json[] = [null, true, 1, 1.5, "x", "<", "a/b", "", {}, [], { a: "b" }, ["a/b"], [1]];
const OPERATIONS = ["add", "add", "add", "remove", "replace", "test", "test", "move", "copy", "nope"];

/** A JSON patch of a Namespace, in a spelling that other clients have. */
export function patchText(random: Random): string {
  const json = JSON.stringify(random.times(1, 3, () => operation(random)));
  const text = random.chance(0.6) ? respelled(random, json, { numbers: true }) : json;
  return random.chance(0.1) ? mistakenJson(random, text) : text;
}

function operation(random: Random): JsonObject {
  const made: JsonObject = { op: random.pick(OPERATIONS), path: place(random) };
  if (random.chance(0.8)) made.value = random.pick(VALUES);
  if (random.chance(0.3)) made.from = place(random);
  if (random.chance(0.05)) made[random.pick(["op", "path", "from", "extra"])] = random.pick(VALUES);
  return made;
}

const place = (random: Random): string => (random.chance(0.2) ? random.pick(WHOLE) : below(random));

const below = (random: Random): string =>
  random.pick(PLACES) + random.times(0, 2, () => `/${random.pick(NAMES)}`).join("");
