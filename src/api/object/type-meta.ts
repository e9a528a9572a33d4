import { goTypeName } from "../../go/type-name.ts";
import { cannotUnmarshal } from "../../json/cannot-unmarshal.ts";
import { earlierValuesOf } from "../../json/parse/earlier-values.ts";
import type { Json, JsonObject } from "../../json/value.ts";

/**
 * The reference's error for an object whose `apiVersion` or `kind` is not a string; if neither is, for the first in
 * the order of the object. Names are compared without case, as in encoding/json. Undefined if both are strings or
 * absent.
 */
export function typeMetaProblem(value: JsonObject): string | undefined {
  for (const key in value) {
    const name = typeName(key);
    if (name === undefined) continue;
    const member = [...earlierValuesOf(value, key), value[key]].find(isNoText);
    if (member === undefined || member === null) continue;
    const problem = cannotUnmarshal(goTypeName(member), "string", `.${FIELDS[name]}`);
    return `couldn't get version/kind; json parse error: ${problem}`;
  }
  return undefined;
}

/** Version and kind as encoding/json decodes them: names are compared without case, and the last one is used. */
export function saidTexts(value: JsonObject): { readonly apiVersion: string; readonly kind: string } {
  const said = { apiversion: "", kind: "" };
  for (const key in value) {
    const name = typeName(key);
    const member = value[key];
    if (name !== undefined && member !== null && member !== undefined) said[name] = String(member);
  }
  return { apiVersion: said.apiversion, kind: said.kind };
}

/** Checks the length first, because a body can have very many keys, and few have one of these lengths. */
function typeName(key: string): "apiversion" | "kind" | undefined {
  if (key.length !== "kind".length && key.length !== "apiversion".length) return undefined;
  const name = key.toLowerCase();
  return name === "apiversion" || name === "kind" ? name : undefined;
}

/** Members of a patched object that are its version or kind, in the order in which Go writes a map. */
export const sortedTypeMeta = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(value)
      .filter((key) => typeName(key) !== undefined)
      .sort()
      .map((key) => [key, value[key]]),
  );

/** Go type into which the reference first decodes an object, as encoding/json prints it. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** encoding/json's error for a value that is no object where a Kubernetes object is required. */
export const noObjectProblem = (value: Json): string => cannotUnmarshal(goTypeName(value), TYPE_META);

const isNoText = (member: Json | undefined): boolean =>
  member !== null && member !== undefined && typeof member !== "string";

const FIELDS = { apiversion: "apiVersion", kind: "kind" } as const;
