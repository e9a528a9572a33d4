import type { FieldReport } from "../../../../api/field-path.ts";
import { checkNonNegative } from "./workload.ts";

/** What validation reads of the status of a kind that makes pods. */
export interface WorkloadStatus {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly collisionCount?: number;
  readonly [counter: string]: unknown;
}

/** How many of something a status may count, and what it may not exceed. */
export interface StatusRules {
  readonly counters: readonly string[];
  /** Counters that are at most `replicas`. */
  readonly partOfReplicas: readonly string[];
  /** How the message about more available than ready pods calls the latter; absent: nothing is said. */
  readonly readyName?: string;
  /** The validation looks at metadata before it looks at collisions, not first of all. */
  readonly metaInside?: boolean;
}

/** Counters of a status: not negative, parts not greater than the whole. */
export function checkStatus(status: WorkloadStatus, rules: StatusRules, at: FieldReport): void {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  checkNonNegative(status, rules.counters, at);
  for (const name of rules.partOfReplicas) {
    const count = (status[name] as number | undefined) ?? 0;
    if (count > replicas) at.child(name).invalid(count, "cannot be greater than status.replicas");
  }
  if (rules.readyName !== undefined && availableReplicas > readyReplicas) {
    at.child("availableReplicas").invalid(availableReplicas, `cannot be greater than ${rules.readyName}`);
  }
}

/** The number of collisions only grows. */
export function checkCollisions(count: number | undefined, old: number | undefined, at: FieldReport): void {
  if (old !== undefined && (count === undefined || count < old))
    at.invalid(count ?? 0, "cannot be decremented");
}
