import { namespaceSelectorAdmits, objectSelectorAdmits } from "../../admission/match/selectors.ts";
import type { Json } from "../../json/value.ts";
import { valueAt } from "../sources.ts";
import { conditionFailures } from "./condition-failures.ts";
import type { Failure } from "./failure.ts";
import type { Matcher } from "./matcher.ts";
import type { Question } from "./question.ts";
import { ruleFailures } from "./rule-failures.ts";
import { brokenSelector, namespaceFailures, objectFailures } from "./selector-failures.ts";

/**
 * Returns every filter that leaves the request out, in the order in which the server evaluates them:
 * namespaceSelector, objectSelector, the parts of the nearest rule, matchConditions. The list is empty if the
 * hook is called. `source` is the configuration as it was written; undefined if it is not known.
 */
export function failuresOf(matcher: Matcher, question: Question, source: Json | undefined): Failure[] {
  const rules = ruleFailures(matcher, question);
  return [
    ...namespaceFailuresOf(matcher, question, valueAt(source, [...matcher.base, "namespaceSelector"])),
    ...objectFailuresOf(matcher, question, valueAt(source, [...matcher.base, "objectSelector"])),
    ...rules,
    ...conditionFailures(matcher, question),
  ];
}

function namespaceFailuresOf(matcher: Matcher, question: Question, source: Json | undefined): Failure[] {
  const { attributes, object, namespaceLabels } = question;
  const { namespaceSelector } = matcher;
  const answer = namespaceSelectorAdmits(namespaceSelector, attributes, object, () => namespaceLabels);
  if (answer instanceof Promise || answer.kind === "yes") return [];
  const path = [...matcher.base, "namespaceSelector"];
  if (answer.kind === "error") return brokenSelector(namespaceSelector, "namespace-selector", path);
  return namespaceFailures(namespaceSelector, path, source, answer.saw ?? {}, question);
}

function objectFailuresOf(matcher: Matcher, question: Question, source: Json | undefined): Failure[] {
  const { object, oldObject } = question;
  const { objectSelector } = matcher;
  const answer = objectSelectorAdmits(objectSelector, object, oldObject);
  if (answer.kind === "yes") return [];
  const path = [...matcher.base, "objectSelector"];
  if (answer.kind === "error") return brokenSelector(objectSelector, "object-selector", path);
  return objectFailures(objectSelector, path, source, answer.saw, question);
}
