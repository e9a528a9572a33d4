import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import { repetitionsIn } from "../../../../api/validation/repetitions.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type {
  PodFailurePolicyOnExitCodesRequirement as ExitCodes,
  PodFailurePolicyRule as FailureRule,
  JobSpec,
  SuccessPolicyRule as SuccessRule,
} from "../../../../types/tables/batch/v1-types.ts";
import { countIndexes } from "./indexes.ts";

const MAX_RULES = 20;

const MAX_EXIT_CODES = 255;

const MAX_CONDITIONS = 20;

const MAX_INDEXES_BYTES = 64 * 1024;

const ACTIONS = ["Count", "FailIndex", "FailJob", "Ignore"];

const OPERATORS = ["In", "NotIn"];

const STATUSES = ["False", "True", "Unknown"];

/** Prints a list of texts as Go does: `["a" "b"]`. */
const listed = (values: readonly string[]): string =>
  `valid values: [${values.map((v) => `"${v}"`).join(" ")}]`;

/** Adds an error that does not quote the value. */
export function invalidWithoutValue(at: FieldReport, detail: string): void {
  at.errors.push({ reason: "FieldValueInvalid", field: at.toString(), message: `Invalid value: ${detail}` });
}

/** Checks podFailurePolicy, which defines the effect of failed pods on the job. */
export function checkFailurePolicy(spec: JobSpec, at: FieldReport): void {
  const rules = spec.podFailurePolicy?.rules ?? [];
  const containers = new Set(
    ["containers", "initContainers"].flatMap((field) => containerNames(spec, field)),
  );
  if (rules.length > MAX_RULES) at.child("rules").tooMany(rules.length, MAX_RULES);
  at.eachOf("rules", rules, (rule, here) => checkFailureRule(rule, spec, containers, here));
}

function containerNames({ template }: JobSpec, field: string): string[] {
  const containers = ((template?.spec as JsonObject | undefined)?.[field] ?? []) as readonly (JsonObject & {
    name?: string;
  })[];
  return containers.map(({ name = "" }) => name);
}

function checkFailureRule(
  rule: FailureRule,
  spec: JobSpec,
  containers: ReadonlySet<string>,
  at: FieldReport,
): void {
  const { action = "", onExitCodes, onPodConditions = [] } = rule;
  if (action === "") at.child("action").required(listed(ACTIONS));
  else if (action === "FailIndex") {
    if (spec.backoffLimitPerIndex === undefined)
      at.child("action").invalid(action, "requires the backoffLimitPerIndex to be set");
  } else at.supports("action", action, ACTIONS);
  if (onExitCodes !== undefined) checkExitCodes(onExitCodes, containers, at.child("onExitCodes"));
  checkPodConditions(onPodConditions, at.child("onPodConditions"));
  if (onExitCodes !== undefined && onPodConditions.length > 0)
    invalidWithoutValue(at, "specifying both OnExitCodes and OnPodConditions is not supported");
  if (onExitCodes === undefined && onPodConditions.length === 0)
    invalidWithoutValue(at, "specifying one of OnExitCodes and OnPodConditions is required");
}

function checkPodConditions(conditions: NonNullable<FailureRule["onPodConditions"]>, at: FieldReport): void {
  if (conditions.length > MAX_CONDITIONS) at.tooMany(conditions.length, MAX_CONDITIONS);
  at.each(conditions, ({ type, status = "" }, here) => {
    here.check("type", type, qualifiedNameProblems);
    if (status === "") here.child("status").required(listed(STATUSES));
    else here.supports("status", status, STATUSES);
  });
}

function checkExitCodes(codes: ExitCodes, containers: ReadonlySet<string>, at: FieldReport): void {
  const { operator = "", containerName } = codes;
  if (operator === "") at.child("operator").required(listed(OPERATORS));
  else at.supports("operator", operator, OPERATORS);
  if (containerName !== undefined && !containers.has(containerName)) {
    const wrong = "must be one of the container or initContainer names in the pod template";
    at.child("containerName").invalid(containerName, wrong);
  }
  if ((codes.values ?? []).length === 0)
    at.child("values").invalid(codes.values ?? null, "at least one value is required");
  checkExitCodeValues(codes.values ?? [], operator, at.child("values"));
}

function checkExitCodeValues(values: readonly number[], operator: string, at: FieldReport): void {
  if (values.length > MAX_EXIT_CODES) at.tooMany(values.length, MAX_EXIT_CODES);
  const repeated = repetitionsIn(values);
  values.forEach((value, i) => {
    if (operator === "In" && value === 0) at.index(i).invalid(value, "must not be 0 for the In operator");
    if (repeated[i]) at.index(i).duplicate(value);
  });
  if (values.some((value, i) => i > 0 && (values[i - 1] ?? 0) > value)) at.invalid(values, "must be ordered");
}

/** Checks successPolicy, which defines when an indexed job succeeds before all indexes have succeeded. */
export function checkSuccessPolicy(spec: JobSpec, at: FieldReport): void {
  const rules = spec.successPolicy?.rules ?? [];
  if (rules.length === 0)
    at.child("rules").required("at least one rules must be specified when the successPolicy is specified");
  if (rules.length > MAX_RULES) at.child("rules").tooMany(rules.length, MAX_RULES);
  at.eachOf("rules", rules, (rule, here) => checkSuccessRule(rule, spec.completions ?? 0, here));
}

function checkSuccessRule(
  { succeededIndexes, succeededCount }: SuccessRule,
  completions: number,
  at: FieldReport,
): void {
  if (succeededCount === undefined && succeededIndexes === undefined)
    at.required("at least one of succeededCount or succeededIndexes must be specified");
  const indexes = succeededIndexes === undefined ? undefined : countIndexes(succeededIndexes, completions);
  if (succeededIndexes !== undefined && succeededIndexes.length > MAX_INDEXES_BYTES)
    at.child("succeededIndexes").tooLong(MAX_INDEXES_BYTES);
  if (typeof indexes === "string")
    at.child("succeededIndexes").invalid(succeededIndexes, `error parsing succeededIndexes: ${indexes}`);
  if (succeededCount === undefined) return;
  at.nonNegative("succeededCount", succeededCount);
  const total = typeof indexes === "string" ? 0 : indexes;
  checkCount(succeededCount, completions, "the number of specified completions", at);
  if (total !== undefined)
    checkCount(succeededCount, total, "the number of indexes in the specified succeededIndexes field", at);
}

function checkCount(count: number, max: number, what: string, at: FieldReport): void {
  if (count > max)
    at.child("succeededCount").invalid(count, `must be less than or equal to ${max} (${what})`);
}
