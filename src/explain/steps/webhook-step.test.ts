import { describe, expect, test } from "vitest";
import { explained, stepsOf, webhookManifest } from "../explained.tool.ts";

const object = { apiVersion: "v1", kind: "Secret", metadata: { name: "key", namespace: "bank" } };

const hook = (more: string): string =>
  webhookManifest("vault", {
    kind: "Validating",
    operations: "CREATE, UPDATE, DELETE",
    more: `failurePolicy: Ignore\n    ${more}`,
  });
const STORED = ["one", "two"]
  .map((name) => `apiVersion: v1\nkind: Secret\nmetadata: { name: ${name}, namespace: bank }\n`)
  .join("---\n");
const whole = { apiVersion: "v1", kind: "Secret", metadata: { namespace: "bank" } };

describe("a collection that is deleted", () => {
  test.each([
    [
      "request.name != 'one'",
      "no such key: name (request.name is absent when a collection is deleted: oldObject.metadata.name has it)",
    ],
    [
      "request.name.startsWith('o')",
      "no such key: name (request.name is absent when a collection is deleted: oldObject.metadata.name has it)",
    ],
  ])("has no request.name for a condition: %s", async (expression, told) => {
    const manifests = [STORED, hook(`matchConditions: [{ name: a, expression: "${expression}" }]`)].join(
      "---",
    );
    const explanation = await explained({ manifests, object: whole, flags: { operation: "DELETE" } });
    expect(explanation.objects).toHaveLength(2);
    for (const { steps } of explanation.objects ?? []) {
      const [why] = stepsOf("vault.example.com", { ...explanation, steps }).map((step) => step.why);
      expect(why).toMatchObject({ code: "condition-error", message: expect.stringContaining(told) });
    }
  });
});

test("a condition that is false counts, not another one that fails", async () => {
  const conditions = `[{ name: a, expression: "object.data.x == 'a'" }, { name: b, expression: "false" }]`;
  const explanation = await explained({ manifests: hook(`matchConditions: ${conditions}`), object });
  const [step] = stepsOf("vault.example.com", explanation);
  expect(step?.why).toMatchObject({ code: "condition", message: 'matchCondition "b" is false: false' });
  expect(step?.why?.also).toBeUndefined();
});
