import { expect, test } from "vitest";
import { excludedRuleWarnings } from "./registration-warnings.ts";

const FEATURES = { ExcludeAdmissionWebhookVirtualResources: true };

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
