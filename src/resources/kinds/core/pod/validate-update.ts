import { keepEmptied } from "../../../../api/object/emptied.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { rangeProblem } from "../../../../api/validation/name-format.ts";
import { jsonDiff } from "../../../../go/unified-diff.ts";
import { equal } from "../../../../json/equal.ts";
import { clone } from "../../../../json/object.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { sameMeaning } from "../../../../types/same-meaning.ts";
import type {
  Container,
  NodeAffinity,
  NodeSelectorTerm,
  PodSpec,
  Toleration,
} from "../../../../types/tables/core/v1-types.ts";
import { coreForm, podSpecForm } from "../../shared/go-form/core-forms.ts";
import { checkImageBlanks } from "../../shared/pod-template/containers/containers.ts";
import {
  APP_ARMOR_PREFIX,
  checkPodAnnotations,
  MIRROR_POD,
} from "../../shared/pod-template/pod-annotations.ts";
import type { StringMap } from "../../shared/pod-template/pod-spec.ts";
import type { PodRules } from "../../shared/pod-template/rules.ts";
import { checkTolerations } from "../../shared/pod-template/scheduling/tolerations.ts";
import { printedMap } from "../../shared/values/printed.ts";
import type { Pod } from "./pod-types.ts";

const MAX_INT32 = 2147483647;

const MAY_CHANGE = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

/** Compares specs. Most updates do not change the spec, so the quick check for exact equality comes first. */
const same = (a: PodSpec, b: PodSpec): boolean => equal(a, b) || sameMeaning("core/v1.PodSpec", a, b);

/** Checks annotations that cannot change, and the rules of new ones. `at` is the path of metadata.annotations. */
export function checkAnnotationUpdate(pod: Pod, old: Pod, rules: PodRules, at: FieldReport): void {
  const annotations: StringMap = pod.metadata.annotations ?? {};
  const before: StringMap = old.metadata.annotations ?? {};
  for (const key in before) {
    if (Object.hasOwn(annotations, key) && annotations[key] === before[key]) continue;
    forbidChange(key, "remove or update", at);
  }
  for (const key in annotations) if (!Object.hasOwn(before, key)) forbidChange(key, "add", at);
  checkPodAnnotations(annotations, pod.spec, rules, at);
}

function forbidChange(key: string, verb: string, at: FieldReport): void {
  if (key.startsWith(APP_ARMOR_PREFIX)) at.key(key).forbidden(`may not ${verb} AppArmor annotations`);
  if (key === MIRROR_POD) at.key(key).forbidden(`may not ${verb} mirror pod annotation`);
}

/** Checks that only mutable parts of the spec have changed. `at` is the path of the spec. */
export function checkSpecUpdate(spec: PodSpec, old: PodSpec, rules: PodRules, at: FieldReport): void {
  if (!checkContainerUpdate("containers", spec, old, at)) return;
  if (!checkContainerUpdate("initContainers", spec, old, at)) return;
  if (
    !checkDeadlineUpdate(
      spec.activeDeadlineSeconds,
      old.activeDeadlineSeconds,
      at.child("activeDeadlineSeconds"),
    )
  )
    return;
  checkAddedTolerations(spec.tolerations, old.tolerations, rules, at.child("tolerations"));
  checkRemovedGates(spec, old, at.child("schedulingGates"));
  if (same(spec, old)) return;
  const masked = maskAllowedChanges(spec, old);
  if ((old.schedulingGates ?? []).length > 0) maskGatedChanges(masked, old, at);
  if (same(masked, old)) return;
  // The stored spec has no empty lists.
  const [before, after] = [podSpecForm(clone(old as JsonObject)), podSpecForm(masked)];
  const difference = jsonDiff(before, after);
  at.forbidden(`pod updates may not change fields other than ${MAY_CHANGE}\n${difference}`);
}

function checkContainerUpdate(
  list: "containers" | "initContainers",
  spec: PodSpec,
  old: PodSpec,
  at: FieldReport,
): boolean {
  const containers: readonly Container[] = spec[list] ?? [];
  if (containers.length !== (old[list] ?? []).length) {
    at.child(list).forbidden("pod updates may not add or remove containers");
    return false;
  }
  at.eachOf(list, containers, (container, path) => {
    path.require("image", container.image);
    checkImageBlanks(container, path);
  });
  return true;
}

/** The deadline can be set or reduced. */
function checkDeadlineUpdate(
  deadline: number | undefined,
  old: number | undefined,
  at: FieldReport,
): boolean {
  if (deadline === undefined) {
    if (old !== undefined) at.invalid(undefined, "must not update from a positive integer to nil value");
    return true;
  }
  if (deadline < 0 || deadline > MAX_INT32) {
    at.invalid(deadline, rangeProblem(0, MAX_INT32));
    return false;
  }
  if (old === undefined || old >= deadline) return true;
  at.invalid(deadline, "must be less than or equal to previous value");
  return false;
}

/** Returns a key of a toleration that does not contain its seconds. */
const withoutSeconds = ({ key = "", operator = "", value = "", effect = "" }: Toleration): string =>
  JSON.stringify([key, operator, value, effect]);

/** Old tolerations must be kept; only their tolerationSeconds can change. */
function checkAddedTolerations(
  tolerations: readonly Toleration[] = [],
  old: readonly Toleration[] = [],
  rules: PodRules,
  at: FieldReport,
): void {
  const now = new Set(tolerations.map(withoutSeconds));
  if (!old.every((toleration) => now.has(withoutSeconds(toleration))))
    at.forbidden("existing toleration can not be modified except its tolerationSeconds");
  else checkTolerations(tolerations, rules.comparingTolerations, at);
}

function checkRemovedGates(
  { schedulingGates: gates = [] }: PodSpec,
  { schedulingGates: old = [] }: PodSpec,
  at: FieldReport,
): void {
  const known = new Set(old.map(({ name = "" }) => name));
  // Go keeps the last place of each name (core/validation, validateOnlyDeletedSchedulingGates).
  const places = new Map(gates.map(({ name = "" }, i) => [name, i]));
  for (const [name, i] of places) {
    if (known.has(name)) continue;
    at.index(i).child("name").forbidden(`only deletion is allowed, but found new scheduling gate '${name}'`);
  }
}

/** Returns the new spec with the old values of all fields that can change. */
function maskAllowedChanges(spec: PodSpec, old: PodSpec): PodSpec {
  const masked: PodSpec = {
    ...spec,
    containers: withOldImages(spec.containers, old.containers),
    initContainers: withOldImages(spec.initContainers, old.initContainers),
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    schedulingGates: old.schedulingGates,
    tolerations: old.tolerations,
  };
  keepEmptied(spec, masked, ["initContainers", "schedulingGates", "tolerations"]);
  if ((old.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1)
    masked.terminationGracePeriodSeconds = old.terminationGracePeriodSeconds;
  return masked;
}

const withOldImages = (
  containers: Container[] | null | undefined,
  old: Container[] | null | undefined,
): Container[] | undefined =>
  containers?.map((container, i) => {
    const masked = { ...container, image: old?.[i]?.image };
    keepEmptied(container, masked);
    return masked;
  });

/** While a pod has scheduling gates, its possible nodes can be narrowed. */
function maskGatedChanges(masked: PodSpec, old: PodSpec, at: FieldReport): void {
  if (!deepEqual(masked.nodeSelector, old.nodeSelector)) {
    checkNarrowedSelector(masked.nodeSelector, old.nodeSelector, at.child("nodeSelector"));
    masked.nodeSelector = old.nodeSelector;
  }
  const affinity = masked.affinity?.nodeAffinity;
  const oldAffinity = old.affinity?.nodeAffinity;
  if (deepEqual(affinity, oldAffinity)) return;
  checkNarrowedAffinity(affinity, oldAffinity, at.child("affinity.nodeAffinity"));
  const { podAffinity, podAntiAffinity } = masked.affinity ?? {};
  const onlyNode = old.affinity === undefined && podAffinity === undefined && podAntiAffinity === undefined;
  masked.affinity = onlyNode ? undefined : { ...masked.affinity, nodeAffinity: oldAffinity };
}

function checkNarrowedSelector(selector: StringMap | undefined, old: StringMap = {}, at: FieldReport): void {
  const now = selector ?? {};
  const kept = Object.keys(old).every((key) => Object.hasOwn(now, key) && now[key] === old[key]);
  if (!kept) {
    at.invalid(
      printedMap(selector),
      "only additions to spec.nodeSelector are allowed (no mutations or deletions)",
    );
  }
}

function checkNarrowedAffinity(
  affinity: NodeAffinity | undefined,
  old: NodeAffinity | undefined,
  at: FieldReport,
): void {
  const required = "requiredDuringSchedulingIgnoredDuringExecution";
  const oldTerms = old?.[required]?.nodeSelectorTerms;
  if (oldTerms === undefined || oldTerms === null) return;
  const terms = affinity?.[required]?.nodeSelectorTerms ?? [];
  const path = at.child(required).child("nodeSelectorTerms");
  if (oldTerms.length > 0 && oldTerms.length !== terms.length) {
    const given = affinity?.[required]?.nodeSelectorTerms;
    const printed = given?.map((term) => coreForm("NodeSelectorTerm", term));
    path.invalid(printed ?? null, "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
    return;
  }
  path.each(oldTerms, (oldTerm, here, i) => {
    const term = terms[i] ?? {};
    if (onlyAdds(term, oldTerm)) return;
    here.invalid(
      coreForm("NodeSelectorTerm", term),
      "only additions are allowed (no mutations or deletions)",
    );
  });
}

/** An empty term matches no node, so adding expressions to it would widen the selection. */
function onlyAdds(term: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const count = ({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): number =>
    matchExpressions.length + matchFields.length;
  if (count(old) === 0) return count(term) === 0;
  return (["matchExpressions", "matchFields"] as const).every((list) => {
    const before = old[list] ?? [];
    return deepEqual((term[list] ?? []).slice(0, before.length), before);
  });
}
