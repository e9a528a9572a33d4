import { type JsonObject, record } from "../api/json.ts";

/** Generated names are cut to so much before five characters are added (apiserver/pkg/storage/names/generate.go). */
const LONGEST_PREFIX = 58;
const ADDED = /^[a-z0-9]{5}/;

/** A message without what was generated for the name of this object, which is another one each time. */
export function stableMessage(message: string, object: JsonObject | null): string {
  const { generateName, name } = record(object?.metadata);
  if (typeof generateName !== "string" || generateName === "" || (typeof name === "string" && name !== ""))
    return message;
  const [first = "", ...rest] = message.split(generateName.slice(0, LONGEST_PREFIX));
  return [first, ...rest.map((after) => after.replace(ADDED, ""))].join(generateName);
}
