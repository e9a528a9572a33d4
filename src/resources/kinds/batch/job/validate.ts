import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector, selectorHasInvalidValues } from "../../../../api/validation/label-selector.ts";
import { byteLength, dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type { Job, JobSpec } from "../../../../types/tables/batch/v1-types.ts";
import { specAndStatus } from "../../../define/strategy.ts";
import { checkDomainPrefixedPath } from "../../shared/values/domain-path.ts";
import { printedMap, printedSelector } from "../../shared/values/printed.ts";
import {
  checkNonNegative,
  checkPodTemplate,
  checkTemplateMatches,
  trySelector,
} from "../../shared/workload/workload.ts";
import { checkFailurePolicy, checkSuccessPolicy } from "./validate-policies.ts";

const MAX_MANAGED_BY_BYTES = 63;

const MANY_COMPLETIONS = 100_000;

const MAX_PARALLELISM = 100_000;

const MAX_FAILED_INDEXES = 100_000;

/** Limit for parallelism and failed indexes of jobs with many completions and a backoff limit per index. */
const MAX_WITH_MANY = 10_000;

const CONTROLLER_UID = "batch.kubernetes.io/controller-uid";

const JOB_NAME = "batch.kubernetes.io/job-name";

const LEGACY_CONTROLLER_UID = "controller-uid";

const LEGACY_JOB_NAME = "job-name";

/** Checks a new Job. */
export function checkJob(job: Job, at: FieldReport): void {
  const { spec = {} } = job;
  if (spec.manualSelector !== true && spec.selector !== undefined) checkGenerated(job, at);
  checkJobSpecWithSelector(spec, undefined, at.child("spec"));
  checkCompletedNames(job, at);
}

/** Checks that the names of the pods of an indexed Job can be names of hosts. */
export function checkCompletedNames({ spec = {}, metadata }: Job, at: FieldReport): void {
  const { completionMode, completions = 0 } = spec;
  if (completionMode !== "Indexed" || completions <= 0) return;
  const hostname = `${metadata.name ?? ""}-${completions - 1}`;
  if (dns1123LabelProblems(hostname).length === 0) return;
  const wrong = `will not able to create pod with invalid DNS label: ${hostname}`;
  at.child("metadata.name").invalid(metadata.name ?? "", wrong);
}

/**
 * Checks the selector and the labels that the server has generated, because the client may have set other
 * values.
 */
function checkGenerated({ metadata, spec = {} }: Job, at: FieldReport): void {
  const { name = "", uid = "" } = metadata;
  if (uid === "") at.child("metadata.uid").required();
  const expected = {
    [LEGACY_CONTROLLER_UID]: uid,
    [LEGACY_JOB_NAME]: name,
    [CONTROLLER_UID]: uid,
    [JOB_NAME]: name,
  };
  const labels = spec.template?.metadata?.labels;
  const path = at.child("spec.template.metadata.labels");
  for (const [key, value] of Object.entries(expected)) {
    const found = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (found === undefined) path.key(key).required(`must be '${value}'`);
    else if (found !== value) path.key(key).invalid(printedMap(labels), `must be '${value}'`);
  }
  if (trySelector(spec.selector)?.matches(expected) !== false) return;
  at.child("spec.selector").invalid(printedSelector(spec.selector), "`selector` not auto-generated");
}

/**
 * Adds labels of the pods and a selector that no other job has. Values that the client has set are kept, even
 * wrong ones.
 */
export function generateSelector({ metadata, spec }: Job): void {
  if (spec === undefined || spec.manualSelector === true) return;
  const { name = "", uid = "" } = metadata;
  const own = spec as { template?: JsonObject; selector?: { matchLabels?: Record<string, string> } };
  own.template ??= {};
  const template: { metadata?: { labels?: Record<string, string> } } = own.template;
  template.metadata ??= {};
  template.metadata.labels ??= {};
  const { labels } = template.metadata;
  for (const key of [LEGACY_JOB_NAME, JOB_NAME]) if (!Object.hasOwn(labels, key)) labels[key] = name;
  for (const key of [LEGACY_CONTROLLER_UID, CONTROLLER_UID])
    if (!Object.hasOwn(labels, key)) labels[key] = uid;
  own.selector ??= {};
  own.selector.matchLabels ??= {};
  if (!Object.hasOwn(own.selector.matchLabels, CONTROLLER_UID))
    own.selector.matchLabels[CONTROLLER_UID] = uid;
}

/** Checks the spec of a Job with its selector; `old` on update. */
export function checkJobSpecWithSelector(spec: JobSpec, old: JobSpec | undefined, at: FieldReport): void {
  checkJobSpec(spec, old, at);
  const allowInvalidValues = selectorHasInvalidValues(old?.selector);
  if (spec.selector === undefined) at.child("selector").required();
  else checkLabelSelector(spec.selector, at.child("selector"), { allowInvalidValues });
  const selector = trySelector(spec.selector);
  if (selector !== undefined) checkTemplateMatches(selector, spec.template, at.child("template"));
}

const COUNTERS = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
];

/** Checks the spec of a Job without its selector, which is also the spec in a CronJob. */
export function checkJobSpec(spec: JobSpec, old: JobSpec | undefined, at: FieldReport): void {
  checkNonNegative(spec, COUNTERS, at);
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined)
    at.child("backoffLimitPerIndex").required("when maxFailedIndexes is specified");
  if (spec.managedBy !== undefined) {
    checkDomainPrefixedPath(spec.managedBy, at.child("managedBy"));
    if (byteLength(spec.managedBy) > MAX_MANAGED_BY_BYTES)
      at.child("managedBy").tooLong(MAX_MANAGED_BY_BYTES);
  }
  checkCompletionMode(spec, at);
  if (spec.podFailurePolicy !== undefined) checkFailurePolicy(spec, at.child("podFailurePolicy"));
  if (spec.successPolicy !== undefined) {
    const path = at.child("successPolicy");
    if (spec.completionMode === "Indexed") checkSuccessPolicy(spec, path);
    else
      path.invalid(
        internalForm("batch/v1.SuccessPolicy", spec.successPolicy),
        "requires indexed completion mode",
      );
  }
  const replacements = spec.podFailurePolicy === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  at.supports("podReplacementPolicy", spec.podReplacementPolicy, replacements);
  checkPodTemplate(spec.template, old?.template, at.child("template"));
  checkRestartPolicy(spec, at.child("template.spec.restartPolicy"));
}

function checkCompletionMode(spec: JobSpec, at: FieldReport): void {
  const { completionMode } = spec;
  at.supports("completionMode", completionMode, ["NonIndexed", "Indexed"]);
  if (completionMode === "Indexed") checkIndexed(spec, at);
  if (completionMode !== undefined && completionMode !== "NonIndexed") return;
  for (const name of ["backoffLimitPerIndex", "maxFailedIndexes"] as const) {
    if (spec[name] !== undefined) at.child(name).invalid(spec[name], "requires indexed completion mode");
  }
}

function checkIndexed(spec: JobSpec, at: FieldReport): void {
  const { completions, parallelism, maxFailedIndexes } = spec;
  if (completions === undefined) at.child("completions").required("when completion mode is Indexed");
  atMost(parallelism, MAX_PARALLELISM, " when completion mode is Indexed", at.child("parallelism"));
  const failed = at.child("maxFailedIndexes");
  if (completions !== undefined && maxFailedIndexes !== undefined && maxFailedIndexes > completions)
    failed.invalid(maxFailedIndexes, "must be less than or equal to completions");
  atMost(maxFailedIndexes, MAX_FAILED_INDEXES, "", failed);
  if (completions === undefined || completions <= MANY_COMPLETIONS || spec.backoffLimitPerIndex === undefined)
    return;
  const when = ` when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
  if (maxFailedIndexes === undefined)
    failed.required(`must be specified when completions is above ${MANY_COMPLETIONS}`);
  atMost(parallelism, MAX_WITH_MANY, when, at.child("parallelism"));
  atMost(maxFailedIndexes, MAX_WITH_MANY, when, failed);
}

function atMost(value: number | undefined, max: number, when: string, at: FieldReport): void {
  if (value !== undefined && value > max) at.invalid(value, `must be less than or equal to ${max}${when}`);
}

function checkRestartPolicy(spec: JobSpec, at: FieldReport): void {
  const policy = spec.template?.spec?.restartPolicy ?? "";
  if (policy === "" || policy === "Always") at.required('valid values: "OnFailure", "Never"');
  else if (policy !== "OnFailure" && policy !== "Never") at.notSupported(policy, ["OnFailure", "Never"]);
  else if (spec.podFailurePolicy !== undefined && policy !== "Never") {
    at.invalid(policy, 'only "Never" is supported when podFailurePolicy is specified');
  }
}

export const jobBase = specAndStatus("batch/v1.Job");
