/** Where the decoder is; only kept by the careful pass. */
export interface Place {
  readonly parent: Place | undefined;
  /** The Go struct whose field this is; for elements of lists and maps the last struct above. */
  readonly struct: string;
  /** Go's name of the field; undefined for elements. */
  readonly field: string | undefined;
  /** What unknown fields are named by: `spec`, `[0]`; undefined where paths leave it out. */
  readonly segment: string | undefined;
}

/** Go's text for a value of the wrong type. */
export function describe(found: string, wanted: string, place: Place | undefined): string {
  const path = place === undefined ? "" : goPathOf(place);
  if (place === undefined || path === "")
    return `json: cannot unmarshal ${found} into Go value of type ${wanted}`;
  return `json: cannot unmarshal ${found} into Go struct field ${structOf(place)}.${path} of type ${wanted}`;
}

/** Fields of a JSONSchemaProps whose types decode themselves (apiextensions/v1/marshal.go). */
const DECODE_THEMSELVES = new Set(["items", "additionalItems", "additionalProperties", "dependencies"]);

/** The struct that is named: an error from a type that decodes itself is told by the first struct with such a field. */
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

/** How unknown fields are named: `spec.containers[0].image`. */
export function pathOf(place: Place): string {
  const above = place.parent === undefined ? "" : pathOf(place.parent);
  if (place.segment === undefined) return above;
  if (above === "" || (place.field === undefined && place.segment.startsWith("[")))
    return above + place.segment;
  return `${above}.${place.segment}`;
}
