import type { ChangeCheck, FieldReport } from "../../../../api/validation/field-report.ts";
import type { ReplicaSetSpec } from "../../../../types/tables/apps/v1-types.ts";
import { printedSelector } from "../../shared/values/printed.ts";
import type { StatusRules } from "../../shared/workload/status.ts";
import {
  checkImmutableSelector,
  checkPodTemplate,
  checkRequiredSelector,
  checkRunsForEver,
  checkTemplateMatches,
  trySelector,
} from "../../shared/workload/workload.ts";

/** Checks the spec of a ReplicaSet; `old` on update. */
export const checkReplicaSet: ChangeCheck<ReplicaSetSpec> = (spec, old, at) => {
  at.nonNegative("replicas", spec.replicas);
  at.nonNegative("minReadySeconds", spec.minReadySeconds);
  checkSelectorAndTemplate(spec, old, at);
  if (old !== undefined) checkImmutableSelector(spec.selector, old.selector, at.child("selector"));
};

/** Checks selector and template of ReplicaSets, and of Deployments, which create ReplicaSets. */
export function checkSelectorAndTemplate(
  spec: Pick<ReplicaSetSpec, "selector" | "template">,
  old: Pick<ReplicaSetSpec, "template"> | undefined,
  at: FieldReport,
): void {
  checkRequiredSelector(spec.selector, "deployment", at.child("selector"));
  const selector = trySelector(spec.selector);
  if (selector === undefined) {
    at.child("selector").invalid(printedSelector(spec.selector), "invalid label selector");
    return;
  }
  const template = at.child("template");
  if (!selector.empty) checkTemplateMatches(selector, spec.template, template);
  checkPodTemplate(spec.template, old?.template, template);
  checkRunsForEver(spec.template, "ReplicaSet", template);
}

export const REPLICA_SET_STATUS: StatusRules = {
  counters: [
    "replicas",
    "fullyLabeledReplicas",
    "readyReplicas",
    "availableReplicas",
    "observedGeneration",
    "terminatingReplicas",
  ],
  partOfReplicas: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
  readyName: "readyReplicas",
};
