import { namespaceSelectorAdmits, objectSelectorAdmits } from "../../admission/match/selectors.ts";
import type { HookLine } from "../../admission/verdict.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import { valueAt } from "../sources.ts";
import { conditionFailures } from "./condition-failures.ts";
import type { Failure, Matcher, Question } from "./matcher.ts";
import { ruleFailures } from "./rule-failures.ts";
import { brokenSelector, namespaceFailures, objectFailures } from "./selector-failures.ts";

/** The result of the engine for a hook; absent members are not known. */
export type Seen = Pick<HookLine, "filter" | "conditions">;

/**
 * Returns every filter that leaves the request out, in the order in which the server evaluates them:
 * namespaceSelector, objectSelector, the parts of the nearest rule, matchConditions. The list is empty if the
 * hook is called. `source` is the configuration as it was written; undefined if it is not known. What the engine has `seen` counts:
 * filters before the one that decided admitted the request, whatever they would do now.
 */
export function failuresOf(
  matcher: Matcher,
  question: Question,
  source: Json | undefined,
  { filter, conditions }: Seen = {},
): Failure[] {
  const isOnConditions = conditions !== undefined && conditions.kind !== "match";
  if (isOnConditions) return conditionFailures(matcher, question, conditions);
  const { saw } = filter ?? {};
  const then =
    filter?.kind === "namespaceSelector" && isJsonObject(saw)
      ? { ...question, namespaceLabels: saw as Labels }
      : question;
  const namespaceSource = valueAt(source, [...matcher.base, "namespaceSelector"]);
  const selecting = [
    ...(filter?.kind === "objectSelector" ? [] : namespaceFailuresOf(matcher, then, namespaceSource)),
    ...objectFailuresOf(matcher, question, valueAt(source, [...matcher.base, "objectSelector"])),
  ];
  // A program may write the rules at run time: beside a selector of other objects, an empty list is no mistake.
  const isWritten = matcher.rules.length === 0 && selecting.length > 0;
  const rules = ruleFailures(matcher, question);
  // The condition of a rule for other requests may read what this one does not have.
  const isForOthers = rules.some(({ isMistake }) => isMistake !== true);
  const holding = conditions === undefined ? conditionFailures(matcher, question) : [];
  return [
    ...selecting,
    ...rules.map((one) => (isWritten ? { ...one, isMistake: false } : one)),
    ...holding.filter(({ code }) => !isForOthers || code === "condition"),
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
