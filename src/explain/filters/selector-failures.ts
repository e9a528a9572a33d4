import type { CompiledSelector } from "../../admission/rule.ts";
import { type LabelRequirement, type Labels, labelSelectorOf } from "../../api/selectors/label-selector.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { CauseCode } from "../explanation.ts";
import { isNear, nearest } from "../near.ts";
import type { Path } from "../sources.ts";
import type { Edit, Failure, LabelEdit, Question } from "./matcher.ts";

/** The server itself writes this label on every namespace. */
const NAME_LABEL = "kubernetes.io/metadata.name";

/** A failure for a selector that cannot be compiled; empty for others. */
export function brokenSelector(selector: CompiledSelector, code: CauseCode, path: Path): Failure[] {
  if (selector.kind !== "broken") return [];
  return [{ code, message: selector.message, path, saw: null, isMistake: true }];
}

/** Failures of a namespaceSelector, one for each requirement that the labels do not meet. */
export function namespaceFailures(
  selector: CompiledSelector,
  path: Path,
  source: Json | undefined,
  labels: Labels,
  question: Question,
): Failure[] {
  const { attributes, namespaceAnnotations } = question;
  const { namespace, kind } = attributes;
  const annotations = kind.kind === "Namespace" ? undefined : namespaceAnnotations;
  return unmet(selector, labels).map((one) => {
    const place = placeOf(one, path, source);
    const edit =
      one.key === NAME_LABEL
        ? nameEdit(one, place, namespace)
        : (nearEdit(one, place, labels) ?? oldNameEdit(one, place, namespace));
    const label = one.key === NAME_LABEL ? undefined : labelEdit(one, "namespace");
    return {
      code: "namespace-selector",
      message: `namespaceSelector: ${wants(one, labels, `namespace "${namespace}"`)}${namespaceHint(one, labels, namespace) || annotationHint(one, labels, annotations) || ownHint(one, question)}`,
      path: place.path,
      saw: { ...labels },
      fix: label === undefined ? "" : `kubectl label namespace ${namespace} ${labelText(label)}`,
      ...changes(edit, label, wideningEdit(one, place, labels)),
    };
  });
}

/** Failures of an objectSelector. `saw`: the labels of the object; null if there is no object. */
export function objectFailures(
  selector: CompiledSelector,
  path: Path,
  source: Json | undefined,
  saw: Labels | null,
  question: Question,
): Failure[] {
  const { kind } = question.attributes;
  const unlabelled = unlabelledReason(question, saw);
  if (unlabelled !== undefined) {
    const edit: Edit = { op: "replace", path, value: {}, says: "remove the objectSelector" };
    const message = `objectSelector: ${unlabelled}`;
    return [{ code: "object-selector", message, path, saw, edit }];
  }
  const labels = saw ?? {};
  const whose = question.attributes.subresource === "" ? "the object" : `the ${kind.kind}`;
  return unmet(selector, labels).map((one) => {
    const place = placeOf(one, path, source);
    const label = labelEdit(one, "object");
    return {
      code: "object-selector",
      message: `objectSelector: ${wants(one, labels, whose)}${laterHint(one, labels, question) ?? objectHint(one, labels, question)}`,
      path: place.path,
      saw: { ...labels },
      fix: label === undefined ? "" : `label of the object: ${labelText(label)}`,
      isMistake: isAnnotated(one, labels, question.object?.metadata?.annotations),
      ...changes(nearEdit(one, place, labels), label, wideningEdit(one, place, labels)),
    };
  });
}

/** The selector is widened only for labels that are right as they are. */
const changes = (edit: Edit | undefined, label: LabelEdit | undefined, widening: Edit | undefined) => ({
  ...(edit && { edit }),
  ...(label && { label }),
  ...(label && edit === undefined && widening && { otherEdit: widening }),
});

/** Kinds of subresources that do not have the labels of the object they belong to. */
const UNLABELLED: ReadonlySet<string> = new Set(["Scale", "Eviction", "Binding", "TokenRequest"]);

function unlabelledReason({ attributes }: Question, saw: Labels | null): string | undefined {
  const { kind, operation, resource, subresource } = attributes;
  const what = `${resource.resource}/${subresource}`;
  if (operation === "CONNECT")
    return `CONNECT to ${what} sends ${kind.kind}, which has no labels: no objectSelector ever selects it`;
  if (subresource !== "" && UNLABELLED.has(kind.kind) && Object.keys(saw ?? {}).length === 0)
    return `${what} sends a ${kind.kind}, which has none of the labels of the ${resource.resource} that it belongs to`;
  return saw === null ? "there is no object whose labels could match" : undefined;
}

const unmet = (compiled: CompiledSelector, labels: Labels): readonly LabelRequirement[] =>
  compiled.kind === "broken"
    ? []
    : compiled.selector.requirements.filter((one) => !labelSelectorOf([one]).matches(labels));

const wants = (one: LabelRequirement, labels: Labels, whose: string): string => {
  const has = Object.hasOwn(labels, one.key)
    ? `has ${one.key}=${labels[one.key]}`
    : `has no label ${one.key}`;
  return `it wants ${labelSelectorOf([one]).toString()}, ${whose} ${has}`;
};

interface Place {
  readonly path: Path;
  /**
   * The members of matchLabels; undefined if the requirement is in matchExpressions, or its source is not
   * known.
   */
  readonly matchLabels?: JsonObject;
  /** The values of the member of matchExpressions. */
  readonly values?: readonly Json[];
}

/** Returns the place of a requirement in the selector as it was written: in `source`, which is at `path`. */
export function placeOf({ key, operator }: LabelRequirement, path: Path, source: Json | undefined): Place {
  if (!isJsonObject(source)) return { path };
  const { matchLabels, matchExpressions } = source;
  if (EQUAL.has(operator) && isJsonObject(matchLabels) && Object.hasOwn(matchLabels, key))
    return { path: [...path, "matchLabels", key], matchLabels };
  if (!Array.isArray(matchExpressions)) return { path };
  const index = matchExpressions.findIndex(
    (one) => isJsonObject(one) && one.key === key && operatorOf(one) === operator,
  );
  const found = matchExpressions[index];
  if (!isJsonObject(found)) return { path };
  const { values } = found;
  return { path: [...path, "matchExpressions", index], ...(Array.isArray(values) && { values }) };
}

const EQUAL: ReadonlySet<string> = new Set(["=", "==", "in"]);
const OPERATORS: Readonly<Record<string, LabelRequirement["operator"]>> = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "!",
};
const operatorOf = ({ operator }: JsonObject): LabelRequirement["operator"] | undefined =>
  OPERATORS[String(operator)];

/** Returns the change for the label that the server writes itself: the selector has to name the namespace. */
function nameEdit(one: LabelRequirement, place: Place, namespace: string): Edit | undefined {
  const { path, matchLabels, values } = place;
  if (matchLabels !== undefined) return { op: "replace", path, value: namespace };
  if (values === undefined) return undefined;
  if (one.operator === "in") return { op: "add", path: [...path, "values", "-"], value: namespace };
  const index = values.indexOf(namespace);
  return index < 0
    ? undefined
    : { op: "remove", path: [...path, "values", index], says: `remove ${namespace}` };
}

/**
 * Returns the change for the old label `name`, which users set by hand: the label that the server writes
 * replaces it.
 */
function oldNameEdit(one: LabelRequirement, place: Place, namespace: string): Edit | undefined {
  const { path, matchLabels } = place;
  if (one.key !== "name" || matchLabels?.name !== namespace) return undefined;
  const { name: _name, ...others } = matchLabels;
  const value = { ...others, [NAME_LABEL]: namespace };
  return { op: "replace", path: path.slice(0, -1), value, says: `name: ${NAME_LABEL}` };
}

/** Returns the change for a key or a value that is similar to that of an existing label. */
function nearEdit(one: LabelRequirement, place: Place, labels: Labels): Edit | undefined {
  const { path, matchLabels, values } = place;
  if (!EQUAL.has(one.operator)) return undefined;
  const actual = labels[one.key];
  if (actual !== undefined && one.values.some((value) => isNear(value, actual))) {
    if (matchLabels !== undefined) return { op: "replace", path, value: actual };
    const index = values?.findIndex((value) => isNear(String(value), actual));
    return index === undefined
      ? undefined
      : { op: "replace", path: [...path, "values", index], value: actual };
  }
  const key = nearKey(one.key, labels);
  if (key === undefined || actual !== undefined || matchLabels === undefined) return undefined;
  const renamed = Object.entries(matchLabels).map(([name, value]) => [name === one.key ? key : name, value]);
  const says = `replace the key ${one.key} with ${key}`;
  return { op: "replace", path: path.slice(0, -1), value: Object.fromEntries(renamed), says };
}

/** Returns the change with which the selector matches these labels, too. */
function wideningEdit(one: LabelRequirement, place: Place, labels: Labels): Edit | undefined {
  const { path, matchLabels, values } = place;
  const actual = labels[one.key];
  const says = `take ${one.key} out of the selector`;
  const none: Edit = { op: "remove", path, says };
  if (matchLabels !== undefined) return actual === undefined ? none : { op: "replace", path, value: actual };
  if (values === undefined) return path.at(-2) === "matchExpressions" ? none : undefined;
  if (one.operator === "in" && actual !== undefined)
    return { op: "add", path: [...path, "values", "-"], value: actual };
  const index = values.indexOf(actual ?? "");
  if (one.operator !== "notin" || index < 0 || values.length < 2) return none;
  return { op: "remove", path: [...path, "values", index], says: `remove ${actual}` };
}

/** Finds a label with a similar key. `team` and `example.com/team` are similar, too. */
function nearKey(key: string, labels: Labels): string | undefined {
  const names = Object.keys(labels).filter((name) => name !== key);
  const last = (name: string): string => name.slice(name.indexOf("/") + 1);
  return nearest(key, names) ?? names.find((name) => name !== NAME_LABEL && last(name) === last(key));
}

const labelText = ({ key, value }: LabelEdit): string => (value === null ? `${key}-` : `${key}=${value}`);

function labelEdit({ operator, key, values }: LabelRequirement, on: LabelEdit["on"]): LabelEdit | undefined {
  if (EQUAL.has(operator)) return { on, key, value: values[0] ?? "" };
  if (operator === "exists") return { on, key, value: "true" };
  return operator === "!" || operator === "notin" ? { on, key, value: null } : undefined;
}

function namespaceHint(one: LabelRequirement, labels: Labels, namespace: string): string {
  if (one.key === "name" && one.values.includes(namespace))
    return ` (every namespace has its name in the label ${NAME_LABEL})`;
  return nearHint(one, labels);
}

/** Says that the object in the namespace has the label. */
const ownHint = (one: LabelRequirement, { attributes: { kind }, object }: Question): string => {
  const { [one.key]: own } = object?.metadata.labels ?? {};
  const isMeant =
    kind.kind !== "Namespace" && own !== undefined && labelSelectorOf([one]).matches({ [one.key]: own });
  return isMeant && EQUAL.has(one.operator)
    ? ` (the ${kind.kind} has it: labels of objects belong into an objectSelector)`
    : "";
};

const annotationHint = ({ key }: LabelRequirement, labels: Labels, annotations: Labels = {}): string =>
  !Object.hasOwn(labels, key) && Object.hasOwn(annotations, key)
    ? " (it has an annotation of that name: selectors look at labels only)"
    : "";

/** True if an annotation has the value that the selector wants of the label. */
const isAnnotated = (one: LabelRequirement, labels: Labels, annotations: Labels = {}): boolean => {
  const { [one.key]: value } = annotations;
  return (
    value !== undefined &&
    !Object.hasOwn(labels, one.key) &&
    EQUAL.has(one.operator) &&
    labelSelectorOf([one]).matches({ [one.key]: value })
  );
};

function nearHint(one: LabelRequirement, labels: Labels): string {
  const actual = labels[one.key];
  if (!EQUAL.has(one.operator)) return "";
  if (actual !== undefined)
    return one.values.some((value) => isNear(value, actual))
      ? ` (nearly the same: "${actual}" and "${one.values.find((value) => isNear(value, actual))}")`
      : "";
  const key = nearKey(one.key, labels);
  return key === undefined ? "" : ` (but it has "${key}": one of the two may be misspelt)`;
}

/** Says who gives the object the label when it is too late. */
function laterHint(one: LabelRequirement, labels: Labels, question: Question): string | undefined {
  const later = question.laterLabelChange?.(one.key);
  if (later === undefined) return undefined;
  const { [one.key]: _before, ...others } = labels;
  const changed = later.after === undefined ? others : { ...others, [one.key]: later.after };
  return labelSelectorOf([one]).matches(changed)
    ? ` (${later.who} changes it, but only afterwards: ${question.order ?? "mutating webhooks are asked in the order of the names of their configurations"})`
    : undefined;
}

function objectHint(one: LabelRequirement, labels: Labels, { object, oldObject }: Question): string {
  const near = nearHint(one, labels);
  const seen = object ?? oldObject;
  if (near !== "" || seen === null || Object.hasOwn(labels, one.key)) return near;
  const annotated = annotationHint(one, labels, seen.metadata.annotations);
  if (annotated !== "") return annotated;
  const template = isJsonObject(seen.spec) ? seen.spec.template : undefined;
  const metadata = isJsonObject(template) ? template.metadata : undefined;
  const below = isJsonObject(metadata) ? metadata.labels : undefined;
  return isJsonObject(below) && Object.hasOwn(below, one.key)
    ? " (its template has it: selectors look at the labels of the object itself)"
    : "";
}
