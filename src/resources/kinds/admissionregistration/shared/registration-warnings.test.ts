import { expect, test } from "vitest";
import { excludedRuleWarnings } from "./registration-warnings.ts";

const FEATURES = { excludesVirtualResources: true };

test("names each resource that is never sent once, however long the lists are", () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `n${i}`);
  const rule = {
    apiGroups: [...names, "authentication.k8s.io", "authentication.k8s.io"],
    resources: [...names, "tokenreviews"],
  };
  expect(excludedRuleWarnings({ webhooks: [{ rules: [rule] }] } as never, FEATURES as never)).toEqual([
    "webhooks[0].rules[0]: tokenreviews.authentication.k8s.io is excluded from admission webhooks; this rule will have no effect",
  ]);
});

test("says nothing about a rule with wildcards, or where such resources are sent", () => {
  const rule = { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"] };
  const warned = (rules: object, features = FEATURES) =>
    excludedRuleWarnings({ webhooks: [{ rules: [rules] }] } as never, features).length;
  expect(warned(rule)).toBe(1);
  expect(warned({ ...rule, apiGroups: [...rule.apiGroups, "*"] })).toBe(0);
  expect(warned({ ...rule, resources: [...rule.resources, "*"] })).toBe(0);
  expect(warned(rule, { excludesVirtualResources: false })).toBe(0);
});
