import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../json/value.ts";
import { decodeTyped } from "../../../types/decode/decode.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import { verifyReview } from "./verify-review.ts";

const verify = (patch: Json, patchType?: string) =>
  verifyReview(
    decodeTyped<JsonObject>(
      {
        apiVersion: "admission.k8s.io/v1",
        kind: "AdmissionReview",
        response: { uid: "u", allowed: true, patch, ...(patchType === undefined ? {} : { patchType }) },
      },
      builtinShape("admission/v1.AdmissionReview"),
    ),
    "v1",
    "mutating",
    "u",
  );

test("a patch may be a list of bytes, as encoding/json reads it", () => {
  const verified = verify([91, 93], "JSONPatch");
  expect(verified.kind === "response" && Buffer.from(verified.response.patch ?? []).toString()).toBe("[]");
});

test("annotations for the audit log have an end", () => {
  const long = "x".repeat(1 << 20);
  const auditAnnotations = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, long]));
  const verified = verifyReview({ response: { auditAnnotations } }, "v1beta1", "validating", "u");
  if (verified.kind === "invalid") return expect.unreachable();
  const kept = Object.values(verified.response.auditAnnotations);
  expect(kept).toHaveLength(15);
  expect(kept[0]).toBe(`${"x".repeat(64 << 10)}... (983040 more characters)`);
});

test("an empty list is no patch", () => {
  expect(verify([])).toMatchObject({ kind: "response", response: { patch: undefined } });
  expect(verify([], "JSONPatch")).toEqual({
    kind: "invalid",
    message: "webhook returned response.patchType but not response.patch",
  });
});
