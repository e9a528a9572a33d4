import { NamedText } from "../../../../api/validation/field-error.ts";
import { FieldPath } from "../../../../api/validation/field-path.ts";
import {
  type ChangeCheck,
  type Check,
  collectErrors,
  type FieldReport,
} from "../../../../api/validation/field-report.ts";
import { checkAnnotations, checkLabels } from "../../../../api/validation/labels.ts";
import { dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import { sameMember } from "../../../../types/same-meaning.ts";
import type {
  RollingUpdateStatefulSetStrategy,
  StatefulSetSpec,
  DaemonSetUpdateStrategy as UpdateStrategy,
} from "../../../../types/tables/apps/v1-types.ts";
import type { PodTemplateSpec as PodTemplate } from "../../../../types/tables/core/v1-types.ts";
import { specAndStatus } from "../../../define/strategy.ts";
import { checkClaimSpec } from "../../shared/pod-template/volumes/volume-claim.ts";
import { claimSpecWarnings } from "../../shared/pod-template/volumes/volume-warnings.ts";
import { amountOf, checkAtMost100Percent, checkIntOrPercent } from "../../shared/values/int-or-percent.ts";
import { printedSelector } from "../../shared/values/printed.ts";
import type { StatusRules } from "../../shared/workload/status.ts";
import {
  checkPodTemplate,
  checkRequiredSelector,
  checkRunsForEver,
  checkTemplateMatches,
  trySelector,
} from "../../shared/workload/workload.ts";

interface Leniency {
  /** For updates: fields that cannot change are not checked. */
  readonly unchangeable: boolean;
  /** True if the stored template is already invalid. */
  readonly template: boolean;
}

/** Fields that an update must keep, with the form in which an error prints them. */
const KEPT = {
  selector: ({ selector }) => printedSelector(selector),
  volumeClaimTemplates: ({ volumeClaimTemplates: claims }) =>
    claims?.map((claim) => internalForm("core/v1.PersistentVolumeClaim", claim)) ?? null,
  serviceName: ({ serviceName = "" }) => serviceName,
  podManagementPolicy: ({ podManagementPolicy = "" }) => new NamedText(podManagementPolicy),
} satisfies Partial<Record<keyof StatefulSetSpec, (spec: StatefulSetSpec) => unknown>>;

/** Checks the spec of a new StatefulSet. */
function checkStatefulSet(spec: StatefulSetSpec, at: FieldReport): void {
  checkSpec(spec, undefined, { unchangeable: false, template: false }, at);
}

/**
 * Checks the spec of a changed StatefulSet (ValidateStatefulSetUpdate): some fields cannot change, and an invalid
 * stored template remains allowed.
 */
function checkStatefulSetUpdate(spec: StatefulSetSpec, old: StatefulSetSpec, at: FieldReport): void {
  const lenient = { unchangeable: true, template: false };
  const template = collectErrors("", (nowhere) => checkSpec(old, old, lenient, nowhere), at).length > 0;
  checkSpec(spec, old, { ...lenient, template }, at);
  const [now, before] = [spec as JsonObject, old as JsonObject];
  for (const [name, printed] of Object.entries(KEPT))
    if (!sameMember("apps/v1.StatefulSetSpec", name, now[name], before[name]))
      at.child(name).invalid(printed(spec), "field is immutable");
}

function checkSpec(
  spec: StatefulSetSpec,
  old: StatefulSetSpec | undefined,
  lenient: Leniency,
  at: FieldReport,
): void {
  checkManagementPolicy(spec.podManagementPolicy ?? "", at.child("podManagementPolicy"));
  checkUpdateStrategy(spec.updateStrategy ?? {}, at.child("updateStrategy"));
  checkRetention(spec.persistentVolumeClaimRetentionPolicy, at.child("persistentVolumeClaimRetentionPolicy"));
  if (!lenient.unchangeable) checkClaims(spec, at.child("volumeClaimTemplates"));
  at.nonNegative("replicas", spec.replicas);
  at.nonNegative("minReadySeconds", spec.minReadySeconds);
  at.nonNegative("ordinals.start", spec.ordinals?.start);
  if (!lenient.unchangeable) at.checkIfSet("serviceName", spec.serviceName, dns1123LabelProblems);
  checkRequiredSelector(spec.selector, "statefulset", at.child("selector"));
  const selector = trySelector(spec.selector);
  const template = at.child("template");
  if (selector === undefined) at.child("selector").invalid(printedSelector(spec.selector), "");
  else {
    if (!selector.empty) checkTemplateMatches(selector, spec.template, template);
    checkTemplate(spec, old, lenient, template);
  }
  checkRunsForEver(spec.template, "StatefulSet", template);
}

function checkManagementPolicy(policy: string, at: FieldReport): void {
  if (policy === "") at.required();
  else if (policy !== "OrderedReady" && policy !== "Parallel") {
    at.invalid(new NamedText(policy), "must be 'OrderedReady' or 'Parallel'");
  }
}

function checkUpdateStrategy(strategy: UpdateStrategy, at: FieldReport): void {
  const { type = "", rollingUpdate } = strategy;
  const rolling = at.child("rollingUpdate");
  if (type === "") at.required();
  else if (type === "OnDelete") {
    if (rollingUpdate === undefined) return;
    const printed = internalForm("apps/v1.RollingUpdateStatefulSetStrategy", rollingUpdate);
    rolling.invalid(printed, "only allowed for updateStrategy 'RollingUpdate'");
  } else if (type === "RollingUpdate") {
    if (rollingUpdate !== undefined) checkRollingUpdate(rollingUpdate, rolling);
  } else {
    at.invalid(
      internalForm("apps/v1.StatefulSetUpdateStrategy", strategy),
      "must be 'RollingUpdate' or 'OnDelete'",
    );
  }
}

const checkRollingUpdate: Check<RollingUpdateStatefulSetStrategy> = ({ partition, maxUnavailable }, at) => {
  at.nonNegative("partition", partition);
  if (maxUnavailable === undefined) return;
  const unavailable = at.child("maxUnavailable");
  checkIntOrPercent(maxUnavailable, unavailable);
  if (amountOf(maxUnavailable) === 0) unavailable.invalid(maxUnavailable, "cannot be 0");
  checkAtMost100Percent(maxUnavailable, unavailable);
};

const checkRetention: Check<StatefulSetSpec["persistentVolumeClaimRetentionPolicy"]> = (policy, at) => {
  if (policy === undefined) return;
  at.supports("whenDeleted", policy.whenDeleted ?? "", ["Retain", "Delete"]);
  at.supports("whenScaled", policy.whenScaled ?? "", ["Retain", "Delete"]);
};

function checkClaims({ volumeClaimTemplates }: StatefulSetSpec, at: FieldReport): void {
  at.each(volumeClaimTemplates, (claim, here) => checkClaimSpec(claim.spec ?? {}, here.child("spec")));
}

function checkTemplate(
  spec: StatefulSetSpec,
  old: StatefulSetSpec | undefined,
  lenient: Leniency,
  at: FieldReport,
): void {
  const template = templateOfPods(spec);
  if (!lenient.template) checkPodTemplate(template, old?.template, at);
  checkLabels(template.metadata?.labels, at.child("labels"));
  checkAnnotations(template.metadata?.annotations, at.child("annotations"));
}

/** Returns the template with the changes that the controller will make for pods: it sets names and claims. */
function templateOfPods({
  template = { metadata: {} },
  volumeClaimTemplates = [],
}: StatefulSetSpec): PodTemplate {
  const { subdomain, hostname, ...pod } = template.spec ?? {};
  if (volumeClaimTemplates.length === 0) return { ...template, spec: pod };
  const claims = new Set(volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? ""));
  const own = (pod.volumes ?? []) as unknown as readonly (JsonObject & { name?: string })[];
  const volumes: JsonObject[] = [
    ...[...claims].map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ...own.filter(({ name = "" }) => !claims.has(name)),
  ];
  return { ...template, spec: { ...pod, volumes } };
}

const REVISIONS_WARNING =
  "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended";

/** Warning about a negative limit of revisions. */
export function revisionWarnings({ revisionHistoryLimit = 0 }: StatefulSetSpec): string[] {
  return revisionHistoryLimit < 0 ? [REVISIONS_WARNING] : [];
}

/**
 * Returns warnings about the templates of claims. On update the reference uses a different path for their
 * specs.
 */
export function claimTemplateWarnings({ volumeClaimTemplates }: StatefulSetSpec, isNew: boolean): string[] {
  const list = new FieldPath("spec.volumeClaimTemplates");
  return (volumeClaimTemplates ?? []).flatMap(({ spec }, i) =>
    claimSpecWarnings(spec ?? {}, isNew ? list.index(i) : list.index(i).child("Spec")),
  );
}

export const STATEFUL_SET_STATUS: StatusRules = {
  metaInside: true,
  counters: [
    "replicas",
    "readyReplicas",
    "currentReplicas",
    "updatedReplicas",
    "availableReplicas",
    "observedGeneration",
    "collisionCount",
  ],
  partOfReplicas: ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
  readyName: "status.readyReplicas",
};

export const statefulSetBase = specAndStatus("apps/v1.StatefulSet");

/** Checks the spec of a create or an update. */
export const checkAnyStatefulSet: ChangeCheck<StatefulSetSpec> = (spec, old, at) =>
  old === undefined ? checkStatefulSet(spec, at) : checkStatefulSetUpdate(spec, old, at);
