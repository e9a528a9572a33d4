import type { Json, JsonObject } from "../api/json.ts";
import { earlierValuesOf } from "./earlier-values.ts";
import { goTypeName } from "./go-type-name.ts";

/**
 * What the reference says of an object whose `apiVersion` or `kind` is no text: the first of them in the order of the
 * object. Names are compared as encoding/json does, without case. Undefined: both are texts, or not there.
 */
export function typeMetaProblem(value: JsonObject): string | undefined {
  for (const key in value) {
    const name = typeName(key);
    if (name === undefined) continue;
    const member = [...earlierValuesOf(value, key), value[key]].find(isNoText);
    if (member === undefined || member === null) continue;
    return `couldn't get version/kind; json parse error: json: cannot unmarshal ${goTypeName(member)} into Go struct field .${FIELDS[name]} of type string`;
  }
  return undefined;
}

/** Version and kind as encoding/json reads them: names are compared without case, and the last one counts. */
export function saidTexts(value: JsonObject): { readonly apiVersion: string; readonly kind: string } {
  const said = { apiversion: "", kind: "" };
  for (const key in value) {
    const name = typeName(key);
    const member = value[key];
    if (name !== undefined && member !== null && member !== undefined) said[name] = String(member);
  }
  return { apiVersion: said.apiversion, kind: said.kind };
}

/** A body may have very many keys, and hardly one is as long as these. */
function typeName(key: string): "apiversion" | "kind" | undefined {
  if (key.length !== "kind".length && key.length !== "apiversion".length) return undefined;
  const name = key.toLowerCase();
  return name === "apiversion" || name === "kind" ? name : undefined;
}

/** What a patched object says of its kind, in the order in which Go writes a map. */
export const sortedTypeMeta = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(value)
      .filter((key) => typeName(key) !== undefined)
      .sort()
      .map((key) => [key, value[key]]),
  );

/** What the reference first reads an object as, in the words of encoding/json. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** What encoding/json says of a value that is no object, and should be one of Kubernetes. */
export const noObjectProblem = (value: Json): string =>
  `json: cannot unmarshal ${goTypeName(value)} into Go value of type ${TYPE_META}`;

const isNoText = (member: Json | undefined): boolean =>
  member !== null && member !== undefined && typeof member !== "string";

const FIELDS = { apiversion: "apiVersion", kind: "kind" } as const;
