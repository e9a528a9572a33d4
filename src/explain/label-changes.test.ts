import { expect, test } from "vitest";
import type { JsonObject } from "../json/value.ts";
import { explained, stepsOf } from "./explained.tool.ts";

const webhook = (name: string, more = ""): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: { name: ${name} }
webhooks:
  - name: ${name}.example.com
    clientConfig: { url: "https://127.0.0.1:9/" }
    rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [secrets] }]
    sideEffects: None
    reinvocationPolicy: IfNeeded
    admissionReviewVersions: [v1]
    ${more}
---`;
const SELECTOR = "objectSelector: { matchLabels: { zone: inner } }";
const object = { apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "bank" } };
const labelling = (labels: JsonObject): JsonObject => ({
  allowed: true,
  patchType: "JSONPatch",
  patch: Buffer.from(JSON.stringify([{ op: "add", path: "/metadata/labels", value: labels }])).toString(
    "base64",
  ),
});

const whyOf = async (manifests: string, answers: Record<string, JsonObject>): Promise<string | undefined> => {
  const explanation = await explained({ manifests, object, answers: answers as never });
  const [step] = stepsOf("b.example.com", explanation);
  return step?.why?.message;
};

test("a label that a later webhook sets is told with that webhook", async () => {
  const why = await whyOf(webhook("b", SELECTOR) + webhook("c"), {
    "c.example.com": labelling({ zone: "inner" }),
  });
  expect(why).toContain(
    "webhook c.example.com of MutatingWebhookConfiguration/c changes it, but only afterwards",
  );
});

test.each([
  ["another value", { zone: "outer" }],
  ["another label", { place: "inner" }],
])("%s that a later webhook sets does not matter", async (_, labels) => {
  const why = await whyOf(webhook("b", SELECTOR) + webhook("c"), { "c.example.com": labelling(labels) });
  expect(why).not.toContain("afterwards");
});

test("a webhook after the one that sets the label is called", async () => {
  const why = await whyOf(webhook("a") + webhook("b", SELECTOR), {
    "a.example.com": labelling({ zone: "inner" }),
  });
  expect(why).toBeUndefined();
});
