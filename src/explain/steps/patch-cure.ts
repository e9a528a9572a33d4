import { readPointer, unescapeToken } from "../../json/pointer.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";

/** Maps whose keys are qualified names with a slash. */
const MAPS = /\/(?:labels|annotations|matchLabels|nodeSelector)$/;

/**
 * Says how to write the operation of a patch that did not apply, from the server's error and the object at that time;
 * empty if it is not known.
 */
export function patchCure(message: string, object: Json | undefined): string {
  const [, operation = "", pointer] =
    /(add|copy|move|remove|replace|test) operation does not apply: doc is missing (?:path|key): "?([^":]*)"?: /.exec(
      message.slice(0, LONGEST_MATCHED),
    ) ?? [];
  if (pointer === undefined || !isJsonObject(object)) return "";
  if (!pointer.startsWith("/")) return `a path begins with a slash: /${pointer}`;
  const keys = pointer.split("/").slice(1);
  const isThere = (count: number): boolean =>
    count === 0 || readPointer(object, `/${keys.slice(0, count).join("/")}`) !== undefined;
  const there = [...keys.keys()].findLast(isThere) ?? 0;
  const base = keys
    .slice(0, there)
    .map((key) => `/${key}`)
    .join("");
  const rest = keys.slice(there);
  // The slash of a qualified name was not escaped.
  const isMap = MAPS.test(base) || MAPS.test(`${base}/${rest[0]}`);
  const [map, name] = MAPS.test(base) ? [base, rest] : [`${base}/${rest[0]}`, rest.slice(1)];
  if (isMap && name.length > 1) return `a slash in a key is written as ~1: ${map}/${name.join("~1")}`;
  if (rest.length === 2)
    return `the object has no ${base}/${unescapeToken(rest[0] ?? "")}: add it first, with an empty value`;
  return operation === "remove" || operation === "replace"
    ? `the object has no ${pointer}: use add, or test for it`
    : "";
}
