import type { JsonObject } from "../../../src/json/value.ts";
import type { Step } from "../case.ts";
import { objectPath, type Play } from "./play.ts";

/** A delete with random options, in the query or in the body. */
export function deleteStep(play: Play, name: string): Step {
  const { random, values } = play;
  const path = objectPath(play);
  if (random.chance(0.4)) return { name, method: "DELETE", path };
  const options: JsonObject = values.message("meta/v1.DeleteOptions", 1);
  if (random.chance(0.3)) {
    const query = Object.entries(options)
      .filter(([, value]) => typeof value !== "object")
      .map(([key, value]): [string, string] => [key, String(value)]);
    return { name, method: "DELETE", path, query };
  }
  const typed = random.chance(0.8) ? { apiVersion: "v1", kind: "DeleteOptions" } : {};
  return { name, method: "DELETE", path, body: { ...typed, ...options } };
}
