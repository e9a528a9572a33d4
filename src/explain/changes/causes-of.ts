import type { KubeObject } from "../../api/meta.ts";
import type { Json } from "../../json/value.ts";
import type { Cause, Change } from "../explanation.ts";
import type { Edit, Failure, LabelEdit, Question } from "../filters/matcher.ts";
import { placeIn, pointerOf, type Sources, valueAt } from "../sources.ts";
import { applyEdit } from "./apply-edit.ts";

/** A webhook, a policy or a binding, with its stored form. */
export interface Owner {
  readonly kind: string;
  readonly name: string;
  /** The webhook of a configuration; empty for all others. */
  readonly webhook: string;
  /** The stored configuration; undefined if it is not known, and then no change can be tried. */
  readonly stored: KubeObject | undefined;
  /** Filters that leave a request out when the configuration is `changed`. */
  failures(changed: Json, question: Question): readonly Failure[];
}

/** A hook and a request, to try changes of both. */
export interface Trial {
  readonly owner: Owner;
  readonly question: Question;
  readonly sources: Sources;
  /** True if everything else on the way to the hook admits the changed question; absent: there is nothing else. */
  readonly isAdmitted?: (question: Question) => boolean;
}

/** The failures of one object on the way to a hook. */
export interface Failed {
  readonly failures: readonly Failure[];
  readonly trial: Trial;
}

/**
 * Returns the first failure as a cause that contains the other failures; undefined if there is no failure.
 */
export function causeOf(failures: readonly Failure[], trial: Trial): Cause | undefined {
  const [first, ...also] = failures.map((failure) => oneCause(failure, trial));
  if (first === undefined) return undefined;
  if (also.length === 0) return first;
  return {
    ...first,
    also,
    ...(curedTogether([{ failures, trial }], trial.isAdmitted) && { together: true }),
  };
}

function oneCause(failure: Failure, trial: Trial): Cause {
  const { owner, sources } = trial;
  const { code, path, saw, fix = "" } = failure;
  const message = `${failure.message}${takenText(failure, trial)}`;
  const of = `${owner.kind}/${owner.name}`;
  const at = placeIn(sources.find(owner.kind, owner.name), path);
  const changes = changesOf(failure, trial);
  return { code, of, webhook: owner.webhook, message, saw, at, fix, ...(changes.length > 0 && { changes }) };
}

/** The change of the label that a failure is about, on the way to the hook. */
const changeOf = ({ label }: Failure, { question }: Trial) =>
  label?.on === "object" ? question.labelChange?.(label.key) : undefined;

/** True if a label that is changed on the way may be changed again, or is changed once it has the other value. */
const isUnsure = (failure: Failure, trial: Trial): boolean =>
  changeOf(failure, trial) !== undefined ||
  (failure.label?.on === "object" && trial.question.labelDecides?.(failure.label.key) === true);

/** Says who took the right label away; empty if the request did not have it. */
function takenText(failure: Failure, trial: Trial): string {
  const change = changeOf(failure, trial);
  if (change === undefined || (change.before ?? null) !== failure.label?.value) return "";
  return `; the request was right, and ${change.who} changed that`;
}

/** The changes that remove the failure, tried in memory. */
function changesOf(failure: Failure, trial: Trial): Change[] {
  const { edit, label, otherEdit } = failure;
  const { sources, question } = trial;
  const changes = editChanges(edit, failure, trial);
  if (label !== undefined && takenText(failure, trial) === "") {
    const rest = after(trial, [], [label]);
    if (rest !== undefined && !rest.some(isSame(failure)))
      changes.push(
        labelChange(label, question, sources, isCured(rest, trial, [label]) && !isUnsure(failure, trial)),
      );
  }
  return [...changes, ...editChanges(otherEdit, failure, trial)];
}

function editChanges(edit: Edit | undefined, failure: Failure, trial: Trial): Change[] {
  if (edit === undefined) return [];
  const { owner, sources } = trial;
  const rest = after(trial, [edit], []);
  if (rest === undefined || rest.some(isSame(failure))) return [];
  const path = edit.path.at(-1) === "-" ? edit.path.slice(0, -1) : edit.path;
  const source = sources.find(owner.kind, owner.name);
  const place = placeIn(source, path);
  // A renamed key replaces the members around it: a file has the line of the key, and a pointer that of the edit.
  const isInside = edit.op === "replace" && path.every((part, index) => part === failure.path[index]);
  return [
    {
      op: edit.op,
      of: `${owner.kind}/${owner.name}`,
      at: isInside && place !== pointerOf(path) ? placeIn(source, failure.path) : place,
      ...(edit.value !== undefined && { value: edit.value }),
      says: editText(edit, valueAt(owner.stored, path)),
      called: isCured(rest, trial, []),
    },
  ];
}

const isSame =
  ({ code, path }: Failure) =>
  (other: Failure): boolean =>
    other.code === code && other.path.join("/") === path.join("/");

/**
 * Failures that remain after all edits and labels are applied; undefined if the stored configuration is not
 * known.
 */
function after(
  { owner, question }: Trial,
  edits: readonly Edit[],
  labels: readonly LabelEdit[],
): readonly Failure[] | undefined {
  if (owner.stored === undefined) return undefined;
  let changed: Json | undefined = owner.stored;
  for (const edit of edits) changed = applyEdit(changed, edit);
  return owner.failures(changed ?? null, labels.reduce(withLabel, question));
}

/** True if no failure remains after labels are changed, neither here nor elsewhere on the way to the hook. */
const isCured = (
  rest: readonly Failure[],
  { question, isAdmitted }: Trial,
  labels: readonly LabelEdit[],
): boolean => rest.length === 0 && isAdmitted?.(labels.reduce(withLabel, question)) !== false;

/** True if the first changes of all failures of all parts, applied together, let the request pass. */
export function curedTogether(parts: readonly Failed[], isAdmitted: Trial["isAdmitted"]): boolean {
  const labels = parts.flatMap(({ failures }) =>
    failures.flatMap(({ edit, label }) => (!edit && label) || []),
  );
  return parts.every(({ failures, trial }) => {
    const edits = failures.flatMap(({ edit }) => edit ?? []);
    const isEach = failures.every(({ edit, label }) => edit !== undefined || label !== undefined);
    if (!isEach || failures.some((failure) => isUnsure(failure, trial))) return false;
    const rest = after(trial, edits, labels);
    return (
      rest !== undefined &&
      rest.length === 0 &&
      isAdmitted?.(labels.reduce(withLabel, trial.question)) !== false
    );
  });
}

/** The cause of a hook that is not reached whatever is changed: no change is said to be enough. */
export const withoutCalls = ({ together: _, ...cause }: Cause): Cause => ({
  ...cause,
  ...(cause.changes && { changes: cause.changes.map((change) => ({ ...change, called: false })) }),
  ...(cause.also && { also: cause.also.map(withoutCalls) }),
});

function withLabel(question: Question, { on, key, value }: LabelEdit): Question {
  const labelled = (labels: Readonly<Record<string, string>> = {}): Record<string, string> => {
    const { [key]: _old, ...others } = labels;
    return value === null ? others : { ...others, [key]: value };
  };
  const relabelled = (object: KubeObject | null): KubeObject | null =>
    object && { ...object, metadata: { ...object.metadata, labels: labelled(object.metadata?.labels) } };
  const { resource, operation } = question.attributes;
  const isWrite = resource.resource === "namespaces" && (operation === "CREATE" || operation === "UPDATE");
  if (on === "namespace" && !isWrite)
    return { ...question, namespaceLabels: labelled(question.namespaceLabels) };
  return {
    ...question,
    object: relabelled(question.object),
    oldObject: question.object === null ? relabelled(question.oldObject) : question.oldObject,
  };
}

function labelChange(
  { on, key, value }: LabelEdit,
  { attributes }: Question,
  sources: Sources,
  called: boolean,
): Change {
  const { namespace, resource, operation } = attributes;
  const isWrite = resource.resource === "namespaces" && operation !== "DELETE";
  const isNamespace = on === "namespace" && !isWrite;
  const at = isNamespace
    ? placeIn(sources.find("Namespace", namespace), ["metadata", "labels"])
    : "/metadata/labels";
  const whose = isNamespace ? `the namespace ${namespace}` : "the object";
  const says =
    value === null ? `remove the label ${key} of ${whose}` : `give ${whose} the label ${key}=${value}`;
  const of = isNamespace ? `Namespace/${namespace}` : "";
  const rest = value === null ? {} : { value: `${key}=${value}` };
  return { op: value === null ? "remove" : "add", of, at, ...rest, says, called };
}

function editText({ op, value, says, path }: Edit, before: Json | undefined): string {
  if (says !== undefined) return says;
  const shown = (one: Json | undefined): string =>
    one === "" ? '""' : typeof one === "string" ? one : JSON.stringify(one);
  const last = String(path.findLast((part) => typeof part === "string" && part !== "-") ?? "");
  if (op === "add") return `add ${shown(value)} to ${last}`;
  if (op === "remove") return `remove ${typeof path.at(-1) === "number" ? `that entry of ${last}` : last}`;
  return typeof before === "object" || before === undefined
    ? `replace ${last} with ${shown(value)}`
    : `replace ${shown(before)} with ${shown(value)}`;
}
