import type { KubeObject } from "../../../../api/meta.ts";
import { compileLabelSelector, type LabelSelector } from "../../../../api/selectors/label-selector.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector, type LabelSelectorLike } from "../../../../api/validation/label-selector.ts";
import { dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import { type Json, membersOf } from "../../../../json/value.ts";
import { sameMeaning } from "../../../../types/same-meaning.ts";
import type { PodTemplateSpec as PodTemplate } from "../../../../types/tables/core/v1-types.ts";
import { podTemplateWarnings, validatePodTemplateSpec } from "../pod-template/pod-template.ts";
import { printedMember, printedSelector } from "../values/printed.ts";

/** Returns the compiled selector; undefined if it is invalid. */
export function trySelector(selector: LabelSelectorLike | null | undefined): LabelSelector | undefined {
  try {
    return compileLabelSelector(selector as unknown as Json);
  } catch {
    return undefined;
  }
}

/** Checks that a selector is present and not empty; `kind` is the name in the error. */
export function checkRequiredSelector(
  selector: LabelSelectorLike | null | undefined,
  kind: string,
  at: FieldReport,
): void {
  if (selector === undefined || selector === null) {
    at.required();
    return;
  }
  checkLabelSelector(selector, at);
  checkSelectorNotEmpty(selector, kind, at);
}

/** Checks that a selector does not select everything. */
export function checkSelectorNotEmpty(selector: LabelSelectorLike, kind: string, at: FieldReport): void {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (Object.keys(matchLabels).length + matchExpressions.length > 0) return;
  at.invalid(printedSelector(selector), `empty selector is invalid for ${kind}`);
}

/** Checks that the selector selects the pods of the template. */
export function checkTemplateMatches(
  selector: LabelSelector,
  template: PodTemplate | undefined,
  at: FieldReport,
): void {
  const labels = template?.metadata?.labels;
  if (selector.matches(labels)) return;
  at.child("metadata.labels").invalid(
    printedMember(template?.metadata, "labels"),
    "`selector` does not match template `labels`",
  );
}

/** Checks a template; `old` is that of the stored object, whose problems are accepted. */
export function checkPodTemplate(
  template: PodTemplate | undefined,
  old: PodTemplate | undefined,
  at: FieldReport,
): void {
  at.errors.push(...validatePodTemplateSpec(template, at, { old }));
}

/** Checks that pods always restart and have no deadline, because their controller keeps them running. */
export function checkRunsForEver(template: PodTemplate | undefined, kind: string, at: FieldReport): void {
  const { restartPolicy = "", activeDeadlineSeconds } = template?.spec ?? {};
  const spec = at.child("spec");
  if (restartPolicy !== "Always") spec.child("restartPolicy").notSupported(restartPolicy, ["Always"]);
  if (activeDeadlineSeconds !== undefined)
    spec.child("activeDeadlineSeconds").forbidden(`activeDeadlineSeconds in ${kind} is not Supported`);
}

/**
 * Checks that a value has not changed. `printed`: the value as the error prints it, the reference's internal form; default:
 * `value`. `type`: type of the value, if it has quantities or raw texts.
 */
export function checkImmutable(
  value: unknown,
  old: unknown,
  at: FieldReport,
  printed: () => unknown = () => value,
  type?: string,
): void {
  const isSame = type === undefined ? deepEqual(value, old) : sameMeaning(type, value, old);
  if (!isSame) at.invalid(printed(), "field is immutable");
}

/** Checks that a selector is kept. */
export function checkImmutableSelector(
  selector: LabelSelectorLike | null | undefined,
  old: LabelSelectorLike | null | undefined,
  at: FieldReport,
): void {
  checkImmutable(selector, old, at, () => printedSelector(selector));
}

/** Checks that the numbers of a status are not negative. */
export function checkNonNegative(values: object, names: readonly string[], at: FieldReport): void {
  const numbers = values as Readonly<Record<string, number | undefined>>;
  for (const name of names) at.nonNegative(name, numbers[name]);
}

/** Warns about names that cannot begin the names of pods, which start with the name of their owner. */
export function podNameWarnings({ metadata: { name = "" } }: KubeObject): string[] {
  const problems = dns1123LabelProblems(name);
  if (problems.length === 0) return [];
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${problems.join(" ")}]`,
  ];
}

/** True for an update that does not change the desired state, and so causes no warnings. */
export const sameGeneration = (object: KubeObject, old: KubeObject | undefined): boolean =>
  object.metadata.generation === old?.metadata.generation && old !== undefined;

/** Returns the warnings about spec.template. */
export const templateWarnings = (object: KubeObject, old: KubeObject | undefined): string[] =>
  sameGeneration(object, old) ? [] : podTemplateWarnings(templateOf(object), "spec.template");

/** `spec.template`; undefined if there is none. */
export function templateOf(object: KubeObject): PodTemplate | undefined {
  return membersOf<{ template: PodTemplate }>(object.spec).template;
}
