import { expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { featuresOf } from "../../resources/features/features.ts";
import { builtinResources } from "../../resources/kinds/index.ts";
import { createRegistry, type Registry } from "../../resources/registry.ts";
import { servedIn } from "../versions/served-in.ts";
import { ruleFindings } from "./rule-findings.ts";
import { writtenRules } from "./rules.ts";

const registryOf = (minor: number): Registry =>
  createRegistry(
    builtinResources({
      v1beta1Registration: true,
      features: featuresOf(minor),
      serves: servedIn(minor, { runtimeConfig: [], used: new Set() }),
    }),
    { minor },
  );

const before = registryOf(34);
const now = registryOf(37);

function findingsOf(rule: JsonObject, more: JsonObject = {}, from = 34): string[] {
  const webhooks = [
    { name: "a.example.com", rules: [{ operations: ["*"], apiVersions: ["v1"], ...rule }], ...more },
  ];
  const object = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "a" },
    webhooks,
  };
  const both = { upgraded: { from, to: 37 }, before, now, excludesVirtual: true };
  return writtenRules([{ object, line: () => "" }]).flatMap((one) =>
    ruleFindings(one, both).map(({ concern, severity = "" }) => `${concern} ${severity}`.trim()),
  );
}

const storage = { apiGroups: ["storage.k8s.io"], resources: ["volumeattributesclasses"] };
const policies = { apiGroups: ["admissionregistration.k8s.io"], resources: ["mutatingadmissionpolicies"] };
const reviews = { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"] };

test.each<[string, string[], JsonObject, JsonObject?, number?]>([
  ["a version that goes", ["rule-not-served"], { ...storage, apiVersions: ["v1beta1"] }],
  ["a version that goes, beside one that stays", [], { ...storage, apiVersions: ["v1beta1", "v1"] }],
  ["every version", [], { ...storage, apiVersions: ["*"] }],
  [
    "a version that went before",
    ["rule-not-served note"],
    { apiGroups: ["policy"], apiVersions: ["v1beta1"], resources: ["poddisruptionbudgets"] },
  ],
  ["an unknown resource", [], { apiGroups: ["example.com"], resources: ["widgets"] }],
  [
    "a new version with Exact",
    ["rule-misses"],
    { ...policies, apiVersions: ["v1beta1"] },
    { matchPolicy: "Exact" },
  ],
  ["a new version with Equivalent", [], { ...policies, apiVersions: ["v1beta1"] }],
  ["reviews of tokens", ["rule-not-sent"], reviews],
  ["reviews of tokens by a wildcard", [], { ...reviews, resources: ["*"] }],
  [
    "pods, from a version without pods/resize",
    ["rule-misses"],
    { apiGroups: [""], resources: ["pods"] },
    {},
    30,
  ],
  ["pods and their subresources", [], { apiGroups: [""], resources: ["pods", "pods/*"] }, {}, 30],
  ["pods/status alone", [], { apiGroups: [""], resources: ["pods/status"] }, {}, 30],
])("ruleFindings for %s: %j", (_title, wanted, rule, more, from) => {
  expect(findingsOf(rule, more, from)).toEqual(wanted);
});
