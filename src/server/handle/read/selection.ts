import { parseFieldSelector } from "../../../api/field-selector.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { parseLabelSelector } from "../../../api/parse-label-selector.ts";
import { badRequest } from "../../../api/status.ts";
import type { KindDefinition } from "../../../resources/kind.ts";

/** Which objects a list or watch asks for. */
export interface Selection {
  /** True: all of them, nothing to look at. */
  readonly everything: boolean;
  /** Set when the selector pins one name. */
  readonly name: string | undefined;
  /** `object` in the version of the request. */
  matches(object: KubeObject): boolean;
}

/** Label and field selector of a query, compiled; 400 for what cannot be parsed or is no selectable field. */
export function parseSelection(kind: KindDefinition, query: URLSearchParams, name: string): Selection {
  const labelText = query.get("labelSelector") ?? "";
  const fieldText = query.get("fieldSelector") ?? "";
  if (labelText === "" && fieldText === "" && name === "") return EVERYTHING;
  const labels = labelText === "" ? undefined : parseLabelSelector(labelText);
  const fields = parseFieldSelector(fieldText).map((term) => {
    const read = fieldReader(kind, term.field);
    return (object: KubeObject): boolean => (read(object) === term.value) === (term.operator === "=");
  });
  return {
    everything: false,
    name: name === "" ? undefined : name,
    matches: (object) =>
      (name === "" || object.metadata.name === name) &&
      (labels === undefined || labels.matches(object.metadata.labels)) &&
      fields.every((holds) => holds(object)),
  };
}

const EVERYTHING: Selection = { everything: true, name: undefined, matches: () => true };

function fieldReader(kind: KindDefinition, field: string): (object: KubeObject) => string {
  if (field === "metadata.name") return ({ metadata }) => metadata.name ?? "";
  if (field === "metadata.namespace" && kind.namespaceSelectable !== false)
    return ({ metadata }) => metadata.namespace ?? "";
  const known = kind.selectableFields.get(field);
  if (known !== undefined) return known;
  throw badRequest(kind.unknownFieldSelector(field));
}
