import { expect, test } from "vitest";
import type { Json } from "../../../api/json.ts";
import { verifyReview } from "./verify-review.ts";

const verify = (patch: Json, patchType?: string) =>
  verifyReview(
    {
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      response: { uid: "u", allowed: true, patch, ...(patchType === undefined ? {} : { patchType }) },
    },
    "v1",
    "mutating",
    "u",
  );

test("a patch may be a list of bytes, as encoding/json reads it", () => {
  const verified = verify([91, 93], "JSONPatch");
  expect(verified.kind === "response" && Buffer.from(verified.response.patch ?? []).toString()).toBe("[]");
});

test("an empty list is no patch", () => {
  expect(verify([])).toMatchObject({ kind: "response", response: { patch: undefined } });
  expect(verify([], "JSONPatch")).toEqual({
    kind: "invalid",
    message: "webhook returned response.patchType but not response.patch",
  });
});
