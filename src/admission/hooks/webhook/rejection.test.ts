import { expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import { decodeTyped } from "../../../types/decode/decode.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import { rejectionOf } from "./rejection.ts";

const statusOf = (said: JsonObject) =>
  rejectionOf("h", decodeTyped(said, builtinShape("meta/v1.Status"))).status;

test("members that are null count as absent", () => {
  expect(statusOf({ message: null, reason: "AlreadyExists", code: 418, details: null })).toMatchObject({
    status: "Failure",
    message: 'admission webhook "h" denied the request: AlreadyExists',
    reason: "AlreadyExists",
    code: 418,
  });
  const details = { name: null, kind: "Pod", causes: [null, { reason: null, message: "m" }] };
  expect(statusOf({ message: "no", reason: null, details })).toMatchObject({
    message: 'admission webhook "h" denied the request: no',
    details: { kind: "Pod", causes: [{}, { message: "m" }] },
  });
});

test("of a long text and of many causes the beginning is told", () => {
  const long = "x".repeat(100_000);
  const causes = Array.from({ length: 2000 }, () => ({ message: "m" }));
  const { message = "", details } = statusOf({ message: long, details: { causes } });
  expect(message).toMatch(/x\.\.\. \(34464 more characters\)$/);
  expect(details?.causes).toHaveLength(1000);
});
