import type { Json, JsonObject } from "../api/json.ts";
import { earlierValuesOf } from "./earlier-values.ts";
import { goTypeName } from "./go-type-name.ts";

/**
 * What the reference says of an object whose `apiVersion` or `kind` is no text: the first of them in the order of the
 * object. Names are compared as encoding/json does, without case. Undefined: both are texts, or not there.
 */
export function typeMetaProblem(value: JsonObject): string | undefined {
  for (const key in value) {
    // A body may have very many keys, and hardly one is as long as these.
    if (key.length !== "kind".length && key.length !== "apiVersion".length) continue;
    const field = FIELDS[key.toLowerCase()];
    if (field === undefined) continue;
    const member = [...earlierValuesOf(value, key), value[key]].find(isNoText);
    if (member === undefined || member === null) continue;
    return `couldn't get version/kind; json parse error: json: cannot unmarshal ${goTypeName(member)} into Go struct field .${field} of type string`;
  }
  return undefined;
}

/** What the reference first reads an object as, in the words of encoding/json. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** What encoding/json says of a value that is no object, and should be one of Kubernetes. */
export const noObjectProblem = (value: Json): string =>
  `json: cannot unmarshal ${goTypeName(value)} into Go value of type ${TYPE_META}`;

const isNoText = (member: Json | undefined): boolean =>
  member !== null && member !== undefined && typeof member !== "string";

const FIELDS: Readonly<Record<string, string>> = { apiversion: "apiVersion", kind: "kind" };
