import { requiredValue } from "../../../api/field-selector.ts";
import type { LabelSelector } from "../../../api/label-selector.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { badRequest } from "../../../api/status.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { Selectors } from "./list-options.ts";

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

/** Selectors, compiled for a kind; 400 for what is no selectable field, and for another name than the path has. */
export function selectionOf(kind: KindDefinition, selectors: Selectors, name: string): Selection {
  const { labels } = selectors;
  const fields = selectors.fields.map((term) => ({ ...term, read: fieldReader(kind, term.field) }));
  if (name !== "" && fields.length > 0 && pinnedName(selectors) !== name)
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  if (labels === undefined && fields.length === 0 && name === "") return EVERYTHING;
  return {
    everything: false,
    name: name === "" ? undefined : name,
    text: JSON.stringify([name, selectors.text]),
    onFields: fields.some(({ field }) => field !== "metadata.name"),
    pins: [...namePins(name), ...fields.filter(isEquality).map(fieldPin), ...labelPins(labels)],
    matches: (object) =>
      (name === "" || object.metadata.name === name) &&
      (labels === undefined || labels.matches(object.metadata.labels)) &&
      fields.every(({ read, value, operator }) => (read(object) === value) === (operator === "=")),
  };
}

/** The one name that a field selector asks for; undefined: it asks for none, or for several. */
export const pinnedName = ({ fields }: Selectors): string | undefined =>
  requiredValue(fields, "metadata.name");

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
