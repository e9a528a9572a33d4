import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import type { Job, JobStatus } from "../../../../types/tables/batch/v1-types.ts";
import { checkNonNegative } from "../../shared/workload/workload.ts";
import { countIndexes, overlapProblem } from "./indexes.ts";
import { invalidWithoutValue } from "./validate-policies.ts";

const isTrue = ({ conditions = [] }: JobStatus, type: string): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === "True");

/**
 * New and old status of a job. Checks apply only to parts that have changed, so that an invalid stored status
 * does not block updates.
 */
class StatusChange {
  readonly status: JobStatus;
  readonly old: JobStatus;

  constructor(job: Job, old: Job) {
    this.status = job.status ?? {};
    this.old = old.status ?? {};
  }

  is(type: string): boolean {
    return isTrue(this.status, type);
  }

  was(type: string): boolean {
    return isTrue(this.old, type);
  }

  turned(...types: readonly string[]): boolean {
    return types.some((type) => this.is(type) !== this.was(type));
  }

  changed(...names: readonly (keyof JobStatus)[]): boolean {
    return names.some((name) => !deepEqual(this.status[name], this.old[name]));
  }

  get finished(): boolean {
    return this.is("Complete") || this.is("Failed");
  }

  get finishedTurned(): boolean {
    return this.finished !== (this.was("Complete") || this.was("Failed"));
  }
}

/**
 * Checks the status of a Job, which the job controller writes: a job ends only once and in one way, and its
 * numbers are consistent.
 */
export function checkJobStatus(job: Job, old: Job, at: FieldReport): void {
  const change = new StatusChange(job, old);
  checkNonNegative(change.status, ["active", "succeeded", "failed", "ready", "terminating"], at);
  checkUncounted(change.status, at.child("uncountedTerminatedPods"));
  checkEnd(change, at);
  checkFinished(job, change, at);
  checkIndexes(job, change, at);
  checkCounts(change, at);
  checkSuccessCriteria(job, change, at);
  checkTransition(job, change, at);
}

function checkUncounted({ uncountedTerminatedPods = {} }: JobStatus, at: FieldReport): void {
  const seen = new Set<string>();
  for (const name of ["succeeded", "failed"] as const) {
    at.eachOf(name, uncountedTerminatedPods[name], (uid, path) => {
      if (uid === "") path.invalid(uid, "must not be empty");
      else path.distinctNamed(uid, seen);
    });
  }
}

function checkEnd(change: StatusChange, at: FieldReport): void {
  const { startTime, completionTime } = change.status;
  const conditions = at.child("conditions");
  const complete = change.is("Complete");
  if (change.turned("Complete", "Failed") && complete && change.is("Failed"))
    invalidWithoutValue(conditions, "cannot set Complete=True and Failed=true conditions");
  if (change.turned("Complete", "FailureTarget") && complete && change.is("FailureTarget"))
    invalidWithoutValue(conditions, "cannot set Complete=True and FailureTarget=true conditions");
  const time = at.child("completionTime");
  if (change.turned("Complete") || change.changed("completionTime")) {
    if (completionTime !== undefined && !complete)
      time.invalid(completionTime, "cannot set completionTime when there is no Complete=True condition");
    if (completionTime === undefined && complete)
      time.required("completionTime is required for Complete jobs");
  }
  const timesChanged = change.changed("startTime", "completionTime");
  if (timesChanged && startTime !== undefined && completionTime !== undefined && completionTime < startTime)
    time.invalid(completionTime, "must be equal to or after `startTime`");
  const failedChanged = change.turned("Failed") || change.changed("failedIndexes");
  if (failedChanged && change.is("Failed") && !change.is("FailureTarget")) {
    invalidWithoutValue(
      conditions,
      "cannot set Failed=True condition without the FailureTarget=true condition",
    );
  }
  if (change.turned("Complete", "SuccessCriteriaMet") && complete && !change.is("SuccessCriteriaMet")) {
    const wrong = "cannot set Complete=True condition without the SuccessCriteriaMet=true condition";
    invalidWithoutValue(conditions, wrong);
  }
}

function checkFinished({ spec = {} }: Job, change: StatusChange, at: FieldReport): void {
  if (!change.finished) return;
  const { active = 0, startTime, uncountedTerminatedPods } = change.status;
  const news = (name: keyof JobStatus): boolean => change.finishedTurned || change.changed(name);
  if (news("active") && active > 0)
    at.child("active").invalid(active, "active>0 is invalid for finished job");
  const neverStarts = spec.suspend === true && spec.completions === 0;
  if (news("startTime") && !neverStarts && startTime === undefined)
    at.child("startTime").required("startTime is required for finished job");
  const { succeeded = [], failed = [] } = uncountedTerminatedPods ?? {};
  if (news("uncountedTerminatedPods") && succeeded.length + failed.length > 0) {
    const printed = internalForm("batch/v1.UncountedTerminatedPods", uncountedTerminatedPods ?? {});
    at.child("uncountedTerminatedPods").invalid(printed, "must be empty for finished job");
  }
}

function checkIndexes({ spec = {} }: Job, change: StatusChange, at: FieldReport): void {
  const { completedIndexes = "", failedIndexes } = change.status;
  const { completions, backoffLimitPerIndex } = spec;
  const [completed, failed] = [at.child("completedIndexes"), at.child("failedIndexes")];
  const [completedChanged, failedChanged] = [
    change.changed("completedIndexes"),
    change.changed("failedIndexes"),
  ];
  if (completedChanged) checkFormat(completedIndexes, completions, "completedIndexes", completed);
  if (failedChanged && backoffLimitPerIndex !== undefined)
    checkFormat(failedIndexes ?? "", completions, "failedIndexes", failed);
  if (completedChanged && completedIndexes !== "" && spec.completionMode !== "Indexed") {
    completed.invalid(
      completedIndexes,
      "cannot set non-empty completedIndexes when non-indexed completion mode",
    );
  }
  if (failedIndexes === undefined) return;
  if (failedChanged && backoffLimitPerIndex === undefined)
    failed.invalid(failedIndexes, "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
  if (completions === undefined || !(completedChanged || failedChanged)) return;
  const overlap = overlapProblem(completedIndexes, failedIndexes, completions);
  if (overlap !== undefined) failed.invalid(failedIndexes, overlap);
}

function checkFormat(indexes: string, completions: number | undefined, what: string, at: FieldReport): void {
  const count = completions === undefined ? 0 : countIndexes(indexes, completions);
  if (typeof count === "string") at.invalid(indexes, `error parsing ${what}: ${count}`);
}

function checkCounts(change: StatusChange, at: FieldReport): void {
  const { terminating = 0, ready, active = 0 } = change.status;
  const news = change.finishedTurned || change.changed("terminating");
  if (news && terminating > 0 && change.finished)
    at.child("terminating").invalid(terminating, "terminating>0 is invalid for finished job");
  if (change.changed("ready", "active") && ready !== undefined && ready > active)
    at.child("ready").invalid(ready, "cannot set more ready pods than active");
}

function checkSuccessCriteria({ spec = {} }: Job, change: StatusChange, at: FieldReport): void {
  const conditions = at.child("conditions");
  const met = change.is("SuccessCriteriaMet");
  if (met && change.is("Failed"))
    invalidWithoutValue(conditions, "cannot set SuccessCriteriaMet=True and Failed=true conditions");
  if (met && change.is("FailureTarget"))
    invalidWithoutValue(conditions, "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
  if (spec.successPolicy !== undefined && !met && change.is("Complete")) {
    const wrong = "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True";
    invalidWithoutValue(conditions, wrong);
  }
}

function checkTransition({ spec = {} }: Job, change: StatusChange, at: FieldReport): void {
  const { status, old } = change;
  const conditions = at.child("conditions");
  for (const type of ["Failed", "Complete", "FailureTarget"]) {
    if (change.was(type) && !change.is(type))
      invalidWithoutValue(conditions, `cannot disable the terminal ${type}=True condition`);
  }
  const elastic = spec.completionMode === "Indexed" && spec.completions === spec.parallelism;
  checkNotDecreased("failed", status.failed, old.failed, at);
  if (!elastic) checkNotDecreased("succeeded", status.succeeded, old.succeeded, at);
  if (
    status.completionTime !== undefined &&
    old.completionTime !== undefined &&
    change.changed("completionTime")
  ) {
    at.child("completionTime").invalid(status.completionTime, "field is immutable");
  }
  const resuming =
    change.was("Suspended") &&
    (status.conditions ?? []).some((c) => c.type === "Suspended" && c.status === "False");
  if (change.changed("startTime") && !resuming && old.startTime !== undefined && spec.suspend !== true) {
    at.child("startTime").invalid(
      status.startTime ?? null,
      "field is immutable for unsuspended job once set",
    );
  }
  if (change.was("SuccessCriteriaMet") && !change.is("SuccessCriteriaMet"))
    invalidWithoutValue(conditions, "cannot disable the SuccessCriteriaMet=True condition");
  if (change.was("Complete") && !change.was("SuccessCriteriaMet") && change.is("SuccessCriteriaMet")) {
    const wrong = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions";
    invalidWithoutValue(conditions, wrong);
  }
}

function checkNotDecreased(name: string, count = 0, old = 0, at: FieldReport): void {
  if (count < old) at.child(name).invalid(count, `cannot decrease the ${name} counter`);
}
