import { namedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport, RuleSettings } from "../../../../api/validation/field-report.ts";
import { type JsonObject, record } from "../../../../json/value.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type { Job, JobSpec } from "../../../../types/tables/batch/v1-types.ts";
import type { PodTemplateSpec as PodTemplate } from "../../../../types/tables/core/v1-types.ts";
import { isGateOff } from "../../../features/changed-gates.ts";
import { podSpecForm, podTemplateForm } from "../../shared/go-form/core-forms.ts";
import { printedMap } from "../../shared/values/printed.ts";
import { checkImmutable, checkImmutableSelector } from "../../shared/workload/workload.ts";
import { checkCompletedNames, checkJobSpecWithSelector } from "./validate.ts";

/** Checks a changed Job (ValidateJobUpdate). */
export function checkJobUpdate(job: Job, old: Job, at: FieldReport): void {
  const [spec, oldSpec] = [job.spec ?? {}, old.spec ?? {}];
  const path = at.child("spec");
  checkJobSpecWithSelector(spec, oldSpec, path);
  checkCompletions(spec, oldSpec, path.child("completions"));
  checkImmutableSelector(spec.selector, oldSpec.selector, path.child("selector"));
  checkTemplateUpdate(spec.template ?? {}, old, path.child("template"));
  checkImmutable(spec.completionMode, oldSpec.completionMode, path.child("completionMode"), () =>
    namedText(spec.completionMode),
  );
  checkImmutablePolicy("podFailurePolicy", "PodFailurePolicy", spec, oldSpec, path);
  checkImmutable(spec.backoffLimitPerIndex, oldSpec.backoffLimitPerIndex, path.child("backoffLimitPerIndex"));
  checkImmutable(spec.managedBy, oldSpec.managedBy, path.child("managedBy"), () => namedText(spec.managedBy));
  checkImmutablePolicy("successPolicy", "SuccessPolicy", spec, oldSpec, path);
  checkCompletedNames(job, at);
}

function checkImmutablePolicy(
  name: "podFailurePolicy" | "successPolicy",
  type: string,
  spec: JobSpec,
  old: JobSpec,
  at: FieldReport,
): void {
  const value = spec[name];
  const printed = () => (value === undefined ? null : internalForm(`batch/v1.${type}`, value));
  checkImmutable(value, old[name], at.child(name), printed);
}

/** Indexed jobs can be scaled, by changing both numbers at once. */
function checkCompletions(spec: JobSpec, old: JobSpec, at: FieldReport): void {
  const { completions, parallelism, completionMode } = spec;
  if (completionMode !== "Indexed") checkImmutable(completions, old.completions, at);
  else if (completions !== undefined && completions !== old.completions && completions !== parallelism) {
    at.invalid(completions, "can only be modified in tandem with spec.parallelism");
  }
}

/** While a suspended job has no pods, the placement and the resources of its pods can change. */
function checkTemplateUpdate(template: Partial<PodTemplate>, old: Job, at: FieldReport): void {
  const stored: Partial<PodTemplate> = old.spec?.template ?? {};
  const before = mayBePlaced(old, at) ? placedAs(stored, template) : stored;
  if (!mayChangeResources(old, at))
    checkImmutable(template, before, at, () => printedTemplate(template), "core/v1.PodTemplateSpec");
  else {
    const spec = template.spec ?? {};
    checkImmutable(
      spec,
      withMutableResources(record({ ...before.spec }), record(spec)),
      at.child("spec"),
      () => podSpecForm(spec),
      "core/v1.PodSpec",
    );
  }
}

/** True if the placement can change. Without the gate, only for a job that has never started. */
const mayBePlaced = (old: Job, settings: RuleSettings): boolean =>
  isGateOff("MutableSchedulingDirectivesForSuspendedJobs", settings)
    ? old.spec?.suspend === true && old.status?.startTime === undefined
    : mayChangeTemplate(old);

const mayChangeResources = (old: Job, settings: RuleSettings): boolean =>
  !isGateOff("MutablePodResourcesForSuspendedJobs", settings) && mayChangeTemplate(old);

/** Returns the stored template with the mutable parts of the metadata and scheduling of the new one. */
function placedAs(old: Partial<PodTemplate>, template: Partial<PodTemplate>): Partial<PodTemplate> {
  const { labels: _labels, annotations: _annotations, ...rest } = old.metadata ?? {};
  const { labels, annotations } = template.metadata ?? {};
  const metadata = { ...rest, ...(labels && { labels }), ...(annotations && { annotations }) };
  const spec = withPlacement(record({ ...old.spec }), record({ ...template.spec }));
  return { ...old, metadata, spec };
}

function printedTemplate(template: Partial<PodTemplate>): JsonObject {
  const { labels, annotations, ...rest } = template.metadata ?? {};
  const metadata = {
    ...rest,
    ...(labels === undefined ? {} : { labels: printedMap(labels) }),
    ...(annotations === undefined ? {} : { annotations: printedMap(annotations) }),
  };
  return podTemplateForm({ ...template, metadata });
}

function mayChangeTemplate({ spec = {}, status = {} }: Job): boolean {
  const { conditions = [], startTime, active = 0 } = status;
  const suspended = conditions.some(({ type, status: value }) => type === "Suspended" && value === "True");
  return spec.suspend === true && (startTime === undefined || suspended) && active === 0;
}

const PLACEMENT = ["nodeSelector", "tolerations", "schedulingGates"];

function withPlacement(old: JsonObject, spec: JsonObject): JsonObject {
  const result: JsonObject = { ...old };
  for (const name of PLACEMENT) result[name] = spec[name];
  result.affinity = withNodeAffinity(
    old.affinity as JsonObject | undefined,
    spec.affinity as JsonObject | undefined,
  );
  return result;
}

function withMutableResources(old: JsonObject, spec: JsonObject): JsonObject {
  const result: JsonObject = { ...old };
  for (const name of ["containers", "initContainers"]) {
    result[name] = withResources(
      old[name] as JsonObject[] | undefined,
      spec[name] as JsonObject[] | undefined,
    );
  }
  return result;
}

function withNodeAffinity(
  old: JsonObject | undefined,
  affinity: JsonObject | undefined,
): JsonObject | undefined {
  if (old === undefined && affinity === undefined) return undefined;
  const result = { ...old };
  delete result.nodeAffinity;
  if (affinity === undefined) return Object.keys(result).length === 0 ? undefined : result;
  return affinity.nodeAffinity === undefined ? result : { ...result, nodeAffinity: affinity.nodeAffinity };
}

function withResources(
  old: readonly JsonObject[] | undefined,
  containers: readonly JsonObject[] | undefined,
): JsonObject[] | undefined {
  if (old === undefined || old.length !== containers?.length) return old as JsonObject[] | undefined;
  return old.map((container, i) => {
    const other = containers[i];
    return other === undefined || other.name !== container.name
      ? container
      : { ...container, resources: other.resources };
  });
}
