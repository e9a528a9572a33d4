import type { KubeObject } from "../../../../api/meta.ts";
import { EMPTY_PATH, type FieldError, forbiddenField } from "../../../../api/validation/field-error.ts";
import { FieldReport, type RuleSettings } from "../../../../api/validation/field-report.ts";
import { dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import { ipWarning } from "../../../../go/ip-address.ts";
import { trimSpace } from "../../../../go/space.ts";
import { jsonDiff } from "../../../../go/unified-diff.ts";
import { sameMeaning } from "../../../../types/same-meaning.ts";
import type { PodSpec, VolumeProjection as ProjectedSource } from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import type { Strategy } from "../../../strategy.ts";
import { coreForm, storedForm } from "../../shared/go-form/core-forms.ts";
import { checkPodSpec } from "../../shared/pod-template/check-pod-spec.ts";
import { checkImageBlanks } from "../../shared/pod-template/containers/containers.ts";
import { checkPodAnnotations, MIRROR_POD } from "../../shared/pod-template/pod-annotations.ts";
import { podWarnings } from "../../shared/pod-template/pod-warnings.ts";
import { type PodRules, podRules } from "../../shared/pod-template/rules.ts";
import { checkProfileAnnotations } from "../../shared/pod-template/security/profile-annotations.ts";
import type { Pod } from "./pod-types.ts";
import { checkResize } from "./validate-resize.ts";
import { checkPodStatusUpdate } from "./validate-status.ts";
import { checkAnnotationUpdate, checkSpecUpdate } from "./validate-update.ts";

interface Roots {
  readonly annotations: FieldReport;
  readonly spec: FieldReport;
  readonly status: FieldReport;
  readonly errors: FieldError[];
}

/** Creates paths that add their errors to one list. */
function roots(settings: RuleSettings): Roots {
  const metadata = new FieldReport("metadata", undefined, settings);
  return {
    annotations: metadata.child("annotations"),
    spec: metadata.root("spec"),
    status: metadata.root("status"),
    errors: metadata.errors,
  };
}

/** Checks a pod by the rules that apply after the relaxations of its stored form. */
function checkPod({ metadata, spec }: Pod, rules: PodRules, at: Roots): void {
  checkPodAnnotations(metadata.annotations, spec, rules, at.annotations);
  checkPodSpec(spec, metadata, rules, at.spec);
  if ((spec.serviceAccountName ?? "") === "") forbidTokens(spec, at.spec);
  for (const list of ["containers", "initContainers"] as const) {
    spec[list]?.forEach((container, i) => {
      if (container.image !== undefined && trimSpace(container.image) !== container.image)
        checkImageBlanks(container, at.spec.child(list).index(i));
    });
  }
}

/** A pod without a service account cannot have tokens. */
function forbidTokens(spec: PodSpec, at: FieldReport): void {
  spec.volumes?.forEach((volume, i) => {
    const projected = volume.projected as { sources?: ProjectedSource[] } | undefined;
    projected?.sources?.forEach(({ serviceAccountToken }, j) => {
      if (serviceAccountToken === undefined) return;
      const path = at.child("volumes").index(i).child("projected.sources").index(j);
      path.child("serviceAccountToken").forbidden("must not be specified when serviceAccountName is not set");
    });
  });
}

const STRICT = podRules(true);

/**
 * Returns the rules for an update. They only relax the strict rules, so a pod that passes the strict rules
 * needs no relaxations.
 */
function rulesFor(pod: Pod, old: Pod, settings: RuleSettings): PodRules {
  const at = roots(settings);
  checkPod(pod, STRICT, at);
  return at.errors.length === 0 ? STRICT : podRules(true, old.spec, old.metadata);
}

/** Checks a changed pod, and returns the rules that apply to it. */
function checkChangedPod(pod: Pod, old: Pod, at: Roots): PodRules {
  const rules = rulesFor(pod, old, at.spec);
  if (rules !== STRICT) checkPod(pod, rules, at);
  return rules;
}

/** Errors of a new pod (ValidatePodCreate). */
export function validatePod(object: KubeObject, settings: RuleSettings): FieldError[] {
  const pod = view<Pod>(object);
  const { metadata, spec } = pod;
  const at = roots(settings);
  checkPod(pod, STRICT, at);
  if ((spec.ephemeralContainers ?? []).length > 0)
    at.spec.child("ephemeralContainers").forbidden("cannot be set on create");
  if ((spec.nodeName ?? "") !== "" && (spec.schedulingGates ?? []).length > 0)
    at.spec.child("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
  checkProfileAnnotations(metadata.annotations, spec, at.spec);
  return at.errors;
}

/** Validation of an update by a check of both pods. */
const updateCheck =
  (check: (pod: Pod, old: Pod, at: Roots, settings: RuleSettings) => void) =>
  (object: KubeObject, old: KubeObject, settings: RuleSettings): FieldError[] => {
    const at = roots(settings);
    check(view<Pod>(object), view<Pod>(old), at, settings);
    return at.errors;
  };

/** Errors of a changed pod (ValidatePodUpdate). */
export const validatePodUpdate = updateCheck((pod, old, at) => {
  const rules = checkChangedPod(pod, old, at);
  checkAnnotationUpdate(pod, old, rules, at.annotations);
  checkSpecUpdate(pod.spec, old.spec, rules, at.spec);
});

/** Errors of the subresource `status` (ValidatePodStatusUpdate). */
export const validatePodStatus = updateCheck((pod, old, at, settings) => {
  checkAnnotationUpdate(pod, old, rulesFor(pod, old, settings), at.annotations);
  checkPodStatusUpdate(pod, old, at.status);
});

const isMirror = (pod: Pod): boolean => Object.hasOwn(pod.metadata.annotations ?? {}, MIRROR_POD);

/** Adds an error about the whole request. */
const refuse = (at: Roots, detail: string): void => void at.errors.push(forbiddenField(EMPTY_PATH, detail));

/** Errors of the subresource `ephemeralcontainers` (ValidatePodEphemeralContainersUpdate). */
export const validateEphemeralContainers = updateCheck((pod, old, at) => {
  if (isMirror(old)) return refuse(at, "static pods do not support ephemeral containers");
  const rules = checkChangedPod(pod, old, at);
  checkAnnotationUpdate(pod, old, rules, at.annotations);
  const path = at.spec.child("ephemeralContainers");
  for (const before of old.spec.ephemeralContainers ?? []) {
    const subject = `existing ephemeral containers "${before.name ?? ""}" may not be`;
    const now = pod.spec.ephemeralContainers?.findLast((c) => c.name === before.name);
    if (now === undefined) path.forbidden(`${subject} removed\n`);
    else if (!sameMeaning("core/v1.EphemeralContainer", before, now)) {
      const difference = jsonDiff(
        storedForm("EphemeralContainer", before),
        coreForm("EphemeralContainer", now),
      );
      path.forbidden(`${subject} changed\n${difference}`);
    }
  }
});

/** Errors of the subresource `resize` (ValidatePodResize). */
export const validateResize = updateCheck((pod, old, at) => {
  if (isMirror(old)) return refuse(at, "static pods cannot be resized");
  if (old.spec.os?.name === "windows") return refuse(at, "windows pods cannot be resized");
  checkChangedPod(pod, old, at);
  checkResize(pod, old, at.spec);
});

/** Warnings about the name, and those of `podWarnings`. */
export function createWarnings(object: KubeObject): string[] {
  const pod = view<Pod>(object);
  const problems = dns1123LabelProblems(pod.metadata.name ?? "");
  const hostname =
    problems.length === 0
      ? []
      : [
          `metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${problems.join(" ")}]`,
        ];
  return [...hostname, ...podWarnings(pod.metadata, pod.spec)];
}

/** Warnings about addresses that are not in normal form. */
export function statusWarnings(object: KubeObject): string[] {
  const { status = {} } = view<Pod>(object);
  return (["podIPs", "hostIPs"] as const).flatMap((list) =>
    (status[list] ?? []).flatMap(({ ip = "" }, i) => ipWarning(`status.${list}[${i}].ip`, ip) ?? []),
  );
}

/** Returns the grace period of a deletion: 0 for pods that have ended or are not assigned to a node. */
function gracePeriod(object: KubeObject, requested: number | undefined): number {
  const { spec, status } = view<Pod>(object);
  const phase = status?.phase;
  if ((spec.nodeName ?? "") === "" || phase === "Failed" || phase === "Succeeded") return 0;
  const seconds = requested ?? spec.terminationGracePeriodSeconds ?? 0;
  return seconds < 0 ? 1 : seconds;
}

export const whole: Pick<Strategy, "gracePeriod" | "repeatsMeta" | "returnDeletedObject"> = {
  gracePeriod,
  repeatsMeta: ["update", "create"],
  returnDeletedObject: true,
};
