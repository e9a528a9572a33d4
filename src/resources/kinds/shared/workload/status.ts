import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { checkNonNegative } from "./workload.ts";

/** Fields that validation reads in the status of a kind whose controller creates pods. */
export interface WorkloadStatus {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly collisionCount?: number;
  readonly [counter: string]: unknown;
}

/** Counters of a status, and their limits. */
export interface StatusRules {
  readonly counters: readonly string[];
  /** Counters that must not exceed `replicas`. */
  readonly partOfReplicas: readonly string[];
  /**
   * Name of the ready pods in the error about more available than ready pods; if absent, there is no such
   * error.
   */
  readonly readyName?: string;
  /** True if metadata are checked before collisions, instead of before all other fields. */
  readonly metaInside?: boolean;
}

/** Checks the counters of a status: none is negative, and parts do not exceed the total. */
export function checkStatus(status: WorkloadStatus, rules: StatusRules, at: FieldReport): void {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  checkNonNegative(status, rules.counters, at);
  for (const name of rules.partOfReplicas) {
    const count = (status[name] as number | undefined) ?? 0;
    if (count > replicas) at.child(name).invalid(count, "cannot be greater than status.replicas");
  }
  if (rules.readyName !== undefined && availableReplicas > readyReplicas)
    at.child("availableReplicas").invalid(availableReplicas, `cannot be greater than ${rules.readyName}`);
}

/** Checks that the number of collisions does not decrease. */
export function checkCollisions(count: number | undefined, old: number | undefined, at: FieldReport): void {
  if (old !== undefined && (count === undefined || count < old))
    at.invalid(count ?? 0, "cannot be decremented");
}
