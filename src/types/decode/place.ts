import { cannotUnmarshal } from "../../json/cannot-unmarshal.ts";
/** Current place of the decoder; only the careful pass records it. */
export interface Place {
  readonly parent: Place | undefined;
  /** Go struct that has this field; for elements of lists and maps the nearest struct above. */
  readonly struct: string;
  /** Go's name of the field; undefined for elements. */
  readonly field: string | undefined;
  /** Part of the path of unknown fields: `spec`, `[0]`; undefined if paths do not contain it. */
  readonly segment: string | undefined;
}

/** Returns Go's text for a value of the wrong type. */
export function describe(found: string, wanted: string, place: Place | undefined): string {
  const path = place === undefined ? "" : goPathOf(place);
  return cannotUnmarshal(
    found,
    wanted,
    place === undefined || path === "" ? undefined : `${structOf(place)}.${path}`,
  );
}

/** Fields of a JSONSchemaProps whose types decode themselves (apiextensions/v1/marshal.go). */
const DECODE_THEMSELVES: ReadonlySet<string> = new Set([
  "items",
  "additionalItems",
  "additionalProperties",
  "dependencies",
]);

/**
 * Returns the struct in an error. For an error in a type that decodes itself, it is the outermost struct with
 * such a field.
 */
function structOf(place: Place): string {
  let { struct } = place;
  for (let at: Place | undefined = place; at !== undefined; at = at.parent)
    if (at.struct === "JSONSchemaProps" && DECODE_THEMSELVES.has(at.field ?? "")) ({ struct } = at);
  return struct;
}

function goPathOf(place: Place): string {
  const names: string[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (at.field !== undefined) names.unshift(at.field);
  }
  return names.join(".");
}

/** Returns the path of an unknown field: `spec.containers[0].image`. */
export function pathOf(place: Place): string {
  const above = place.parent === undefined ? "" : pathOf(place.parent);
  if (place.segment === undefined) return above;
  if (above === "" || (place.field === undefined && place.segment.startsWith("[")))
    return above + place.segment;
  return `${above}.${place.segment}`;
}
