import type { Operation } from "../../src/admission/attributes.ts";
import { compileWebhooks } from "../../src/admission/hooks/webhook/compile-webhook.ts";
import { ruleMatches } from "../../src/admission/match/rules.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type Case, type CaseResult, differs, judge } from "../case.ts";

interface RulesCase extends Case {
  rule: JsonObject;
  request: RequestFacts;
  match: boolean;
}

/** A request as rules.json and selectors.json describe it. */
export interface RequestFacts extends JsonObject {
  group: string;
  version: string;
  resource: string;
  subresource: string;
  namespace: string;
  name: string;
  operation: Operation;
}

export function runRules(testCase: Case): CaseResult {
  const { rule, request, match } = testCase as RulesCase;
  const [hook] = compileWebhooks("c", [{ name: "w", rules: [rule] }], "validating");
  const { group, version, resource, subresource, namespace, operation } = request;
  const subject = { operation, resource: { group, version, resource }, subresource, namespace };
  const actual = hook?.rules.some((compiled) => ruleMatches(compiled, subject)) ?? false;
  return judge(differs("match", actual, match));
}
