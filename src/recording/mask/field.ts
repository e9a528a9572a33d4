import { SECRET_PLACES } from "../../api/secrets/secret-places.ts";
import { RecordingError } from "../recording-error.ts";

/** A field whose values are masked. */
export interface MaskedField {
  /** The resource: `pods`, `deployments.apps`, `serviceaccounts/token`; undefined for every resource. */
  readonly resource: string | undefined;
  /** Path of the field: names of members; `*` for each member; `[]` for each item. */
  readonly path: readonly string[];
  /** True if the values are base64, as in a Secret's `data`. */
  readonly base64: boolean;
}

/** Fields that are always masked. */
export const SECRET_FIELDS: readonly MaskedField[] = SECRET_PLACES.map(
  ({ resource, path, values, base64 }) => ({ resource, path: values ? [...path, "*"] : path, base64 }),
);

/**
 * Parses `spec.containers[].env[].value`, `configmaps:data.*`, `widgets.example.com:spec.key`. A member whose
 * name has a dot is in quotation marks: `metadata.annotations."example.com/key"`. Throws RecordingError.
 */
export function parseMaskedField(text: string): MaskedField {
  const colon = text.indexOf(":");
  const resource = colon < 0 ? undefined : text.slice(0, colon);
  const path = partsOf(text.slice(colon + 1)).flatMap(itemsOf);
  if (resource === "" || path.length === 0 || path.includes(""))
    throw new RecordingError(
      `--mask ${text}: it is written as spec.containers[].env[].value, or with a resource before it: configmaps:data.*`,
    );
  return { resource, path, base64: false };
}

/** Splits at dots that are not in quotation marks. */
function partsOf(text: string): string[] {
  const parts = [""];
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (character === "." && !quoted) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** Splits a part: `env[]` → `env`, `[]`. */
function itemsOf(part: string): string[] {
  if (part === "[]" || !part.endsWith("[]")) return [part];
  return [...itemsOf(part.slice(0, -2)), "[]"];
}
