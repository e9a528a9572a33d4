import { namedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { PriorityClass } from "../../../../types/tables/scheduling/v1-types.ts";
import { immutable, onCreate, oneOf, required, unchanged } from "../../../rules/field-rules.ts";
import { rules } from "../../../rules/rules.ts";

const SYSTEM_PREFIX = "system-";

const HIGHEST_USER_PRIORITY = 1_000_000_000;

const SYSTEM_CLASSES: ReadonlyMap<string, number> = new Map([
  ["system-node-critical", 2_000_001_000],
  ["system-cluster-critical", 2_000_000_000],
]);

/** True for a class that every cluster has, and that cannot be deleted. */
export const isSystemPriorityClass = (name: string): boolean => SYSTEM_CLASSES.has(name);

/** Rules of a PriorityClass. An update cannot change the fields that affect the priority. */
export const priorityClassRules = rules<PriorityClass>(checkValue, {
  value: unchanged("may not be changed in an update."),
  preemptionPolicy: [onCreate(required(), oneOf(["PreemptLowerPriority", "Never"])), immutable(namedText)],
});

function checkValue(priorityClass: PriorityClass, old: PriorityClass | undefined, at: FieldReport): void {
  if (old !== undefined) return;
  const { metadata, value = 0 } = priorityClass;
  const problem = systemClassProblem(priorityClass);
  if (!(metadata.name ?? "").startsWith(SYSTEM_PREFIX)) {
    if (value <= HIGHEST_USER_PRIORITY) return;
    at.child("value").forbidden(
      `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`,
    );
  } else if (problem !== undefined) {
    at.child("metadata.name").forbidden(
      `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`,
    );
  }
}

function systemClassProblem({
  metadata,
  value = 0,
  globalDefault = false,
}: PriorityClass): string | undefined {
  const name = metadata.name ?? "";
  const known = SYSTEM_CLASSES.get(name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (known !== value) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
