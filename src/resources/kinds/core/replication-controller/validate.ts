import type { KubeObject } from "../../../../api/meta.ts";
import type { ChangeCheck, FieldReport } from "../../../../api/validation/field-report.ts";
import type { ReplicationControllerSpec as ControllerSpec } from "../../../../types/tables/core/v1-types.ts";
import type { StringMap } from "../../shared/pod-template/pod-spec.ts";
import { checkPodTemplate, podTemplateWarnings } from "../../shared/pod-template/pod-template.ts";
import { printedMember } from "../../shared/values/printed.ts";
import { checkStatus, type StatusRules, type WorkloadStatus } from "../../shared/workload/status.ts";
import {
  checkRunsForEver,
  podNameWarnings,
  sameGeneration,
  templateOf,
} from "../../shared/workload/workload.ts";

/** Checks the spec (ValidateReplicationControllerSpec). */
export const checkController: ChangeCheck<ControllerSpec> = (spec, old, at) => {
  const { replicas, minReadySeconds, selector = {}, template } = spec;
  at.declared.nonNegative("minReadySeconds", minReadySeconds);
  if (Object.keys(selector).length === 0) at.child("selector").required();
  if (replicas === undefined) at.declared.child("replicas").required();
  else at.declared.nonNegative("replicas", replicas);
  if (template === undefined) at.child("template").required();
  else checkTemplate(template, selector, old?.template, at.child("template"));
};

function checkTemplate(
  template: NonNullable<ControllerSpec["template"]>,
  selector: StringMap,
  old: ControllerSpec["template"],
  at: FieldReport,
): void {
  const labels: StringMap = template.metadata?.labels ?? {};
  const matches = Object.keys(selector).every(
    (key) => Object.hasOwn(labels, key) && labels[key] === selector[key],
  );
  if (!matches) {
    const path = at.child("metadata.labels");
    path.invalid(printedMember(template.metadata, "labels"), "`selector` does not match template `labels`");
  }
  checkPodTemplate(template, at, { old });
  checkRunsForEver(template, "ReplicationController", at);
}

const STATUS: StatusRules = {
  counters: ["replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas", "observedGeneration"],
  partOfReplicas: ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"],
  readyName: "readyReplicas",
};

/** Checks the counts of the status (ValidateReplicationControllerStatus). */
export const checkControllerStatus = (status: WorkloadStatus, _old: unknown, at: FieldReport): void =>
  checkStatus(status, STATUS, at);

/**
 * Warnings about the name of a new controller, and about the template. An update without a change of the spec has
 * none.
 */
export function warnings(object: KubeObject, old: KubeObject | undefined): string[] {
  if (sameGeneration(object, old)) return [];
  // The reference checks the old template, if there is one.
  const ofTemplate = podTemplateWarnings(templateOf(old ?? object), "spec.template");
  return old === undefined ? [...podNameWarnings(object), ...ofTemplate] : ofTemplate;
}
