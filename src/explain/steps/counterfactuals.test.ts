import { expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { adding, explained, stepsOf, webhookManifest } from "../explained.tool.ts";

const policy = (expression: string, message = "no"): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: rule }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: [CREATE], resources: [secrets, jars] }]
  validations:
    - expression: ${JSON.stringify(expression)}
      message: ${JSON.stringify(message)}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: rule }
spec: { policyName: rule, validationActions: [Deny] }
`;

const secret = (labels: JsonObject): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "s", namespace: "default", labels },
  type: "Opaque",
});

const LEVEL =
  "has(object.metadata.labels) && 'level' in object.metadata.labels && object.metadata.labels.level in ['Gold', 'Silver']";

test.each([
  [LEVEL, { level: "gold" }, '/metadata/labels/level is "gold": with "Gold" it holds'],
  [LEVEL, { Level: "Gold" }, "the object has the key Level at /metadata/labels: with level it holds"],
  [LEVEL, { level: "Silvr" }, 'with "Silver" it holds'],
  ["object.type != 'Opaque'", { level: "opaque" }, undefined],
  [LEVEL, { level: "Bronze" }, undefined],
  [LEVEL, { level: "gold", Level: "Gold" }, 'with "Gold" it holds'],
])("a value that is nearly right for %s: %j", async (expression, labels, says) => {
  const { findings } = await explained({ manifests: policy(expression), object: secret(labels) });
  const told = findings.map(({ message }) => message).join();
  if (says === undefined) expect(told).toBe("");
  else expect(told).toContain(says);
});

const write = (key: string, value: string) => adding(`/metadata/labels/${key}`, value);

test.each([
  [
    "Never",
    "first.example.com changed the object before it, and sees the change only with reinvocationPolicy: IfNeeded",
  ],
  ["IfNeeded", "let webhook second.example.com write what the policy allows, or"],
])("a later webhook breaks a policy, and the first one has %s", async (reinvocationPolicy, says) => {
  const { findings } = await explained({
    manifests: [
      webhookManifest("first", { more: `reinvocationPolicy: ${reinvocationPolicy}` }),
      webhookManifest("second"),
      policy("!has(object.metadata.labels.risk)"),
    ].join("\n---\n"),
    object: secret({ a: "b" }),
    answers: { "first.example.com": write("safe", "yes"), "second.example.com": write("risk", "high") },
  });
  expect(findings).toMatchObject([
    {
      code: "denied",
      message: expect.stringContaining(
        "it holds until webhook second.example.com changes /metadata/labels/risk",
      ),
      advice: expect.stringContaining(says),
    },
  ]);
});

test.each([
  ["'no ' + object.metadata.name", true],
  ["no object.metadata.name", false],
  ["no", false],
])("a message that may be an expression: %s", async (message, isOne) => {
  const { findings } = await explained({ manifests: policy("1 > 2", message), object: secret({ a: "b" }) });
  expect(findings.map(({ advice }) => advice)).toEqual(
    isOne ? ["write messageExpression in place of message"] : [],
  );
});

test.each([
  ["missing field(s): spec.lid", "it names /spec/lid, which the object does not have"],
  ["missing field(s): spec.label", "it names /spec/label, which webhook first.example.com removed"],
  ["spec.colour is ugly", "it names /spec/colour of the object"],
  ["rule failed at path /spec/colour/", "it names /spec/colour of the object"],
  ["the colour 'crimson' is reserved", "it names /spec/colour of the object"],
  ["see spec.example.com", undefined],
])("a refusal that names a field: %s", async (message, says) => {
  const jars = { group: "shop.example.com", resources: "jars" };
  const explanation = await explained({
    manifests: [
      JARS,
      webhookManifest("first", jars),
      webhookManifest("last", { ...jars, kind: "Validating" }),
    ].join("\n---\n"),
    object: jar({ colour: "crimson", label: "honey" }),
    answers: {
      "first.example.com": { allowed: true, patch: [{ op: "remove", path: "/spec/label" }] },
      "last.example.com": { allowed: false, status: { message } },
    },
  });
  expect(stepsOf("last.example.com", explanation)[0]?.why?.advice).toBe(says);
});

const JARS = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: jars.shop.example.com }
spec:
  group: shop.example.com
  scope: Namespaced
  names: { plural: jars, singular: jar, kind: Jar, listKind: JarList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                colour: { type: string }
                label: { type: string }
                best: { type: string, format: duration }
                seal:
                  type: object
                  properties: { tight: { type: boolean, default: true } }
                cap:
                  type: object
                  properties: { size: { type: integer } }
`;

const jar = (spec: JsonObject): JsonObject => ({
  apiVersion: "shop.example.com/v1",
  kind: "Jar",
  metadata: { name: "j", namespace: "default" },
  spec,
});

test.each([
  ["object.spec.seal.tight == true", "default: {} for seal in the schema (hooks.yaml:24) sets it, too"],
  ["object.spec.cap.size == 1", "(ask first: has(object.spec.cap)); failurePolicy"],
  ["object.spec.best < duration('1h')", "a duration: make a time of the text"],
])("an expression that fails: %s", async (expression, says) => {
  const manifests = [JARS, policy(expression)].join("\n---\n");
  const { findings } = await explained({ manifests, object: jar({ best: "2h" }) });
  expect(findings[0]?.message).toContain(says);
});

test.each([
  [100, 'with "Gold" it holds'],
  [6_000, undefined],
])("the first 5,000 values of an object are looked at: %s before it", async (count, says) => {
  const annotations = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));
  const metadata = { name: "s", namespace: "default", annotations, labels: { level: "gold" } };
  const object = { apiVersion: "v1", kind: "Secret", metadata, type: "Opaque" };
  const { answer, findings } = await explained({ manifests: policy(LEVEL), object });
  expect(answer.allowed).toBe(false);
  const told = findings.map(({ message }) => message).join();
  if (says === undefined) expect(told).toBe("");
  else expect(told).toContain(says);
});
