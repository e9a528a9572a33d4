import type { KubeObject } from "../../../api/meta.ts";
import { requiredValue } from "../../../api/selectors/field-selector.ts";
import type { LabelSelector } from "../../../api/selectors/label-selector.ts";
import { badRequest } from "../../../api/status.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import type { Selectors } from "./list-options.ts";

/** Objects that a list or watch selects. */
export interface Selection {
  /** True: all objects, without any test. */
  readonly everything: boolean;
  /** The one name that the selector requires, if it does. */
  readonly name: string | undefined;
  /** Text of the selectors: equal texts select the same objects. */
  readonly text: string;
  /** True if the selection depends on fields other than the name. */
  readonly onFields: boolean;
  /** Values that every selected object has, the most selective first. */
  readonly pins: readonly Pin[];
  /** Tests an object, in the version of the request. */
  matches(object: KubeObject): boolean;
}

/** Value that a selected object has in one place. */
export interface Pin {
  readonly on: "name" | "field" | "label";
  /** Path of the field, or key of the label. */
  readonly place: string;
  readonly value: string;
  /** Reads the value from an object, in the version of the request. */
  read(object: KubeObject): string | undefined;
}

/** Compiles selectors for a kind. Throws 400 for unselectable fields, and another name than the path's. */
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

/** Returns the one name that a field selector requires; undefined: none or several. */
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
