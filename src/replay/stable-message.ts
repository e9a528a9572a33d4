import { type JsonObject, record } from "../json/value.ts";

/**
 * Length to which the prefix of a generated name is truncated before five characters are added
 * (apiserver/pkg/storage/names/generate.go).
 */
const LONGEST_PREFIX = 58;
const ADDED = /^[a-z0-9]{5}/;

/** Returns a message without the generated part of this object's name, which differs each time. */
export function stableMessage(message: string, object: JsonObject | null): string {
  const { generateName, name } = record(object?.metadata);
  if (typeof generateName !== "string" || generateName === "" || (typeof name === "string" && name !== ""))
    return message;
  const [first = "", ...rest] = message.split(generateName.slice(0, LONGEST_PREFIX));
  return [first, ...rest.map((after) => after.replace(ADDED, ""))].join(generateName);
}
