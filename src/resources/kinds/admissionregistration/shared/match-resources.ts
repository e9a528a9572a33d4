import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector, type LabelSelectorLike } from "../../../../api/validation/label-selector.ts";
import { pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import type {
  MatchResources,
  NamedRuleWithOperations as RuleWithOperations,
} from "../../../../types/tables/admissionregistration/v1-types.ts";
import { checkRule } from "./rules.ts";

export const FAILURE_POLICIES = ["Fail", "Ignore"];

export const MATCH_POLICIES = ["Equivalent", "Exact"];

const MUTATING_OPERATIONS = ["*", "CONNECT", "CREATE", "UPDATE"];

/** Checks a field that has a default. An empty text is not a valid value. */
export function checkDefaultedChoice(
  value: string | undefined,
  choices: readonly string[],
  at: FieldReport,
): void {
  if (value === undefined) at.required();
  else if (!choices.includes(value)) at.notSupported(value, choices);
}

/** Checks matchConstraints of a policy, or matchResources of a binding. */
export function checkMatchResources(match: MatchResources, at: FieldReport): void {
  checkDefaultedChoice(match.matchPolicy, MATCH_POLICIES, at.child("matchPolicy"));
  checkRequiredSelector(match.namespaceSelector, at.child("namespaceSelector"));
  checkRequiredSelector(match.objectSelector, at.child("objectSelector"));
  checkNamedRules(match.resourceRules, at.child("resourceRules"));
  checkNamedRules(match.excludeResourceRules, at.child("excludeResourceRules"));
}

function checkRequiredSelector(selector: LabelSelectorLike | undefined, at: FieldReport): void {
  if (selector === undefined) at.required();
  else checkLabelSelector(selector, at);
}

function checkNamedRules(rules: readonly RuleWithOperations[] | undefined, at: FieldReport): void {
  at.each(rules, (rule, here) => {
    checkResourceNames(rule.resourceNames, here.child("resourceNames"));
    checkRule(rule, here);
  });
}

function checkResourceNames(names: readonly string[] | undefined, at: FieldReport): void {
  const seen = new Set<string>();
  at.each(names, (name, here) => {
    here.problems(name, pathSegmentNameProblems(name));
    here.distinct(name, seen);
  });
}

/** Refuses operations that cannot be mutated, such as deletions. The path of the error has no indexes. */
export function checkMutatingOperations(match: MatchResources, at: FieldReport): void {
  const operations = (match.resourceRules ?? []).flatMap((rule) => rule.operations ?? []);
  for (const operation of operations) {
    if (MUTATING_OPERATIONS.includes(operation)) continue;
    at.child("resourceRules.operations").notSupported(operation, MUTATING_OPERATIONS);
  }
}
