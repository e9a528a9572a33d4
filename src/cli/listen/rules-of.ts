import type { Manifest } from "../../explain/offline/manifests.ts";
import { goTexts, isJsonObject, type JsonObject, record, records } from "../../json/value.ts";
import { listOf } from "../../recording/members.ts";
import type { Rule } from "../../webhook/index.ts";

/**
 * Returns the rules of webhooks and policies among the manifests: they cannot change the decisions about
 * other requests.
 */
export function rulesOf(manifests: readonly Manifest[]): Rule[] {
  const rules = manifests.flatMap(({ object }) => rulesIn(object)).map(ruleOf);
  const different = new Map(rules.map((rule) => [JSON.stringify(rule), rule]));
  return [...different.values()];
}

function rulesIn({ webhooks, spec }: JsonObject): JsonObject[] {
  const { matchConstraints } = record(spec);
  const ofPolicy = isJsonObject(matchConstraints) ? records(matchConstraints.resourceRules) : [];
  return [
    ...listOf(webhooks)
      .filter(isJsonObject)
      .flatMap(({ rules }) => records(rules)),
    ...ofPolicy,
  ];
}

const ruleOf = ({ operations, apiGroups, apiVersions, resources, scope }: JsonObject): Rule => ({
  operations: goTexts(operations) as NonNullable<Rule["operations"]>,
  apiGroups: goTexts(apiGroups),
  apiVersions: goTexts(apiVersions),
  resources: goTexts(resources),
  ...((scope === "Cluster" || scope === "Namespaced") && { scope }),
});
