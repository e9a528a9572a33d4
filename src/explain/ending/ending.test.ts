import { expect, test } from "vitest";
import { explained, stepsOf, webhookManifest } from "../explained.tool.ts";
import { endingOf } from "./ending.ts";

const object = { apiVersion: "v1", kind: "Secret", metadata: { name: "key", namespace: "bank" } };

const hook = (kind: "Mutating" | "Validating", operations: string): string =>
  webhookManifest("vault", { kind, operations });

test.each(["UPDATE", "DELETE"])(
  "a %s that the store refuses before validation: a validating webhook was not asked",
  async (operation) => {
    const flags = { operation, precondition: ["resourceVersion=1"] };
    const manifests = hook("Validating", operation);
    const explanation = await explained({ manifests, object, flags });
    const [step] = stepsOf("vault.example.com", explanation);
    expect(explanation.answer.code).toBe(409);
    expect(step).toMatchObject({ called: false, why: { code: "not-reached" } });
    expect(step?.why?.message).toMatch(/^not asked: /);
  },
);

test("a mutating webhook that was called before the refusal stays called", async () => {
  const flags = { operation: "UPDATE", precondition: ["resourceVersion=1"] };
  const explanation = await explained({ manifests: hook("Mutating", "UPDATE"), object, flags });
  expect(explanation.answer.code).toBe(409);
  expect(stepsOf("vault.example.com", explanation)[0]).toMatchObject({ called: true });
});

test("a conflict is told with its one cause", async () => {
  const flags = { operation: "UPDATE", precondition: ["resourceVersion=1"] };
  const { findings } = await explained({ manifests: hook("Validating", "UPDATE"), object, flags });
  expect(findings[0]?.message).toMatch(/^the object is no longer at the resourceVersion of the request: /);
});

const NOTHING_SERVED = { registry: { find: () => undefined } } as unknown as Parameters<
  typeof endingOf
>[0]["world"];
const CONFLICTS = 'Apply failed with 2 conflicts: conflicts with "one":\n- .spec.a\n- .spec.b';

test.each([
  [
    409,
    "Conflict",
    CONFLICTS,
    /^another manager owns what the request applies.*: Apply failed[\s\S]*\n- \.spec\.b$/,
  ],
  [422, "Invalid", "Thing is invalid:\n* a\n* b", /\n\* b$/],
  [500, "InternalError", "first\nsecond", /\nsecond$/],
])("a refusal of several lines is told with all of them: %s", (code, reason, message, told) => {
  const answer = { code, reason, message, allowed: false, warnings: [] };
  const { cause } = endingOf({ answer, verdicts: [], world: NOTHING_SERVED });
  expect(cause?.message).toMatch(told);
});
