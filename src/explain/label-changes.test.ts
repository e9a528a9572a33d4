import { expect, test } from "vitest";
import type { JsonObject } from "../json/value.ts";
import { adding, explained, stepsOf, webhookManifest } from "./explained.tool.ts";
import type { RecordedAnswers } from "./offline/answers.ts";

const webhook = (name: string, more = ""): string =>
  webhookManifest(name, { more: `reinvocationPolicy: IfNeeded\n    ${more}` });
const SELECTOR = "objectSelector: { matchLabels: { zone: inner } }";
const object = { apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "bank" } };
const labelling = (labels: JsonObject) => adding("/metadata/labels", labels);

const whyOf = async (manifests: string, answers: RecordedAnswers): Promise<string | undefined> => {
  const explanation = await explained({ manifests, object, answers });
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
