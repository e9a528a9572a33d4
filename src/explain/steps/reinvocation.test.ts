import { expect, test } from "vitest";
import { adding, explained, stepsOf, webhookManifest } from "../explained.tool.ts";

const object = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "till", namespace: "bank" },
  spec: { containers: [{ name: "till", image: "till:1" }] },
};

const hook = (name: string, more: string): string => webhookManifest(name, { resources: "pods", more });
const SELECTOR = "objectSelector: { matchLabels: { zone: vault } }";
const LIMITS = `
apiVersion: v1
kind: Namespace
metadata: { name: bank }
---
apiVersion: v1
kind: LimitRange
metadata: { name: limits, namespace: bank }
spec: { limits: [{ type: Container, default: { memory: 64Mi } }] }
`;

const secondRound = async (manifests: string[], answers: Record<string, ReturnType<typeof adding>>) => {
  const explanation = await explained({ manifests: manifests.join(""), object, answers });
  const [, second] = stepsOf("a.example.com", explanation);
  return second?.why?.message;
};

test.each(["IfNeeded", "Never"])("a webhook that was not called has no second call: %s", async (policy) => {
  const first = hook("a", `reinvocationPolicy: ${policy}\n    ${SELECTOR}`);
  const answers = { "b.example.com": adding("/metadata/labels", { zone: "vault" }) };
  expect(await secondRound([first, hook("b", "")], answers)).toBe(
    "its filters admit the object in the second round, but that round is only for those called in the first one",
  );
});

test("what another webhook changed is named with the policy Never", async () => {
  const answers = { "b.example.com": adding("/metadata/labels", { zone: "vault" }) };
  expect(await secondRound([hook("a", "reinvocationPolicy: Never"), hook("b", "")], answers)).toBe(
    "not called again: its reinvocationPolicy is Never",
  );
});

test("what a plugin changed afterwards counts as a change", async () => {
  const container = { name: "side", image: "side:1" };
  const answers = { "a.example.com": adding("/spec/containers/-", container) };
  const manifests = [LIMITS, hook("a", "reinvocationPolicy: Never"), hook("b", "")];
  expect(await secondRound(manifests, answers)).toBe("not called again: its reinvocationPolicy is Never");
});

test("nothing changed after the call of the webhook that made the only change", async () => {
  const answers = { "a.example.com": adding("/metadata/labels", { zone: "vault" }) };
  expect(await secondRound([hook("a", "reinvocationPolicy: IfNeeded"), hook("b", "")], answers)).toBe(
    "not called again: nothing changed after its call",
  );
});
