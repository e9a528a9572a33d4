import type { FieldError } from "../../../../api/field-error.ts";
import { FieldReport } from "../../../../api/field-path.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { specAndStatus, view } from "../../../define/strategy.ts";
import type { StringMap } from "../../shared/pod-template/pod-spec.ts";
import { checkPodTemplate, podTemplateWarnings } from "../../shared/pod-template/pod-template.ts";
import { printedMap } from "../../shared/values/printed.ts";
import { podNameWarnings, sameGeneration } from "../../shared/workload/workload.ts";
import type { ReplicationControllerSpec as ControllerSpec } from "../fields/v1-types.ts";

export const specOf = (object: KubeObject): ControllerSpec =>
  view<{ spec?: ControllerSpec }>(object).spec ?? {};

export function validate(object: KubeObject, old?: KubeObject): FieldError[] {
  const { replicas, minReadySeconds, selector = {}, template } = specOf(object);
  const at = new FieldReport("spec");
  at.nonNegative("minReadySeconds", minReadySeconds);
  if (Object.keys(selector).length === 0) at.child("selector").required();
  if (replicas === undefined) at.child("replicas").required();
  else at.nonNegative("replicas", replicas);
  if (template === undefined) at.child("template").required();
  else checkTemplate(template, selector, old && specOf(old).template, at.child("template"));
  return at.errors;
}

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
    const path = at.child("metadata").child("labels");
    path.invalid(printedMap(template.metadata?.labels), "`selector` does not match template `labels`");
  }
  checkPodTemplate(template, at, { old });
  const { restartPolicy = "", activeDeadlineSeconds } = template.spec ?? {};
  const spec = at.child("spec");
  spec.supports("restartPolicy", restartPolicy, ["Always"]);
  if (activeDeadlineSeconds !== undefined) {
    spec
      .child("activeDeadlineSeconds")
      .forbidden("activeDeadlineSeconds in ReplicationController is not Supported");
  }
}

const COUNTS = [
  "replicas",
  "fullyLabeledReplicas",
  "readyReplicas",
  "availableReplicas",
  "observedGeneration",
] as const;

export function validateStatus(object: KubeObject): FieldError[] {
  const { status = {} } = view<{ status?: Partial<Record<(typeof COUNTS)[number], number>> }>(object);
  const at = new FieldReport("status");
  for (const name of COUNTS) at.nonNegative(name, status[name]);
  const { replicas = 0, readyReplicas = 0 } = status;
  for (const name of ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"] as const) {
    const value = status[name] ?? 0;
    if (value > replicas) at.child(name).invalid(value, "cannot be greater than status.replicas");
  }
  const { availableReplicas = 0 } = status;
  if (availableReplicas > readyReplicas) {
    at.child("availableReplicas").invalid(availableReplicas, "cannot be greater than readyReplicas");
  }
  return at.errors;
}

export function warnings(object: KubeObject, old: KubeObject | undefined): string[] {
  if (sameGeneration(object, old)) return [];
  // The reference looks at the old template where there is one.
  const ofTemplate = podTemplateWarnings(specOf(old ?? object).template, "spec.template");
  return old === undefined ? [...podNameWarnings(object), ...ofTemplate] : ofTemplate;
}

export const base = specAndStatus("core/v1.ReplicationController");
