import { parseFieldSelector } from "../../../api/field-selector.ts";
import type { LabelSelector } from "../../../api/label-selector.ts";
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
  /** Selectors with the same text select the same. */
  readonly text: string;
  /** It looks at fields other than the name. */
  readonly onFields: boolean;
  /** What every selected object has in one place, the most telling first. */
  readonly pins: readonly Pin[];
  /** `object` in the version of the request. */
  matches(object: KubeObject): boolean;
}

/** A selected object has this value there. */
export interface Pin {
  readonly on: "name" | "field" | "label";
  /** Path of the field, or key of the label. */
  readonly place: string;
  readonly value: string;
  /** `object` in the version of the request. */
  read(object: KubeObject): string | undefined;
}

/** Label and field selector of a query, compiled; 400 for what cannot be parsed or is no selectable field. */
export function parseSelection(kind: KindDefinition, query: URLSearchParams, name: string): Selection {
  const labelText = query.get("labelSelector") ?? "";
  const fieldText = query.get("fieldSelector") ?? "";
  if (labelText === "" && fieldText === "" && name === "") return EVERYTHING;
  const labels = labelText === "" ? undefined : parseLabelSelector(labelText);
  const fields = parseFieldSelector(fieldText).map((term) => ({
    ...term,
    read: fieldReader(kind, term.field),
  }));
  return {
    everything: false,
    name: name === "" ? undefined : name,
    text: JSON.stringify([name, labelText, fieldText]),
    onFields: fields.some(({ field }) => field !== "metadata.name"),
    pins: [...namePins(name), ...fields.filter(isEquality).map(fieldPin), ...labelPins(labels)],
    matches: (object) =>
      (name === "" || object.metadata.name === name) &&
      (labels === undefined || labels.matches(object.metadata.labels)) &&
      fields.every(({ read, value, operator }) => (read(object) === value) === (operator === "=")),
  };
}

const EVERYTHING: Selection = {
  everything: true,
  name: undefined,
  text: "",
  onFields: false,
  pins: [],
  matches: () => true,
};

interface Term {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
  read(object: KubeObject): string;
}

const isEquality = ({ operator }: Term): boolean => operator === "=";

const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? "";

const namePins = (name: string): Pin[] =>
  name === "" ? [] : [{ on: "name", place: "metadata.name", value: name, read: nameOf }];

const fieldPin = ({ field, value, read }: Term): Pin => ({
  on: field === "metadata.name" ? "name" : "field",
  place: field,
  value,
  read,
});

function labelPins(labels: LabelSelector | undefined): Pin[] {
  return (labels?.requirements ?? []).flatMap(({ key, operator, values }) => {
    const [value] = values;
    if (
      value === undefined ||
      values.length > 1 ||
      !(operator === "=" || operator === "==" || operator === "in")
    )
      return [];
    return [{ on: "label" as const, place: key, value, read: (object) => labelOf(object, key) }];
  });
}

const labelOf = ({ metadata: { labels } }: KubeObject, key: string): string | undefined =>
  labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;

function fieldReader(kind: KindDefinition, field: string): (object: KubeObject) => string {
  if (field === "metadata.name") return nameOf;
  if (field === "metadata.namespace" && kind.namespaceSelectable !== false)
    return ({ metadata }) => metadata.namespace ?? "";
  const known = kind.selectableFields.get(field);
  if (known !== undefined) return known;
  throw badRequest(kind.unknownFieldSelector(field));
}
