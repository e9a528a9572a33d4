import { expect, test } from "vitest";
import { leastTime } from "../../../test/parts/least-time.ts";
import { maskSecrets } from "./mask-secrets.ts";

const secret = { kind: "Secret", metadata: { name: "s" }, data: { a: "Y29ycmVjdC1ob3JzZQ==" } };
const review = {
  request: { object: secret },
  response: {
    status: { message: "the password correct-horse is too short" },
    patch: [
      { op: "replace", path: "/data/a", value: "b3RoZXI=" },
      { op: "add", path: "/metadata/labels/team", value: "shop" },
    ],
  },
};

test("maskSecrets masks values in objects, patches and messages, and nothing else", () => {
  const masked = maskSecrets(review, "Secret", () => [secret]);
  const text = JSON.stringify(masked);
  for (const value of ["Y29ycmVjdC1ob3JzZQ==", "correct-horse", "b3RoZXI="])
    expect(text).not.toContain(value);
  expect(masked.request.object.metadata).toEqual({ name: "s" });
  expect(masked.response.patch[1]).toEqual({ op: "add", path: "/metadata/labels/team", value: "shop" });
  expect(masked.request.object.data.a).toMatch(/^masked\/\/[0-9a-f]{12}$/);
  expect(Buffer.from(masked.request.object.data.a, "base64")).toHaveLength(15);
});

test("maskSecrets leaves what is about other kinds as it is", () => {
  expect(maskSecrets(review, "ConfigMap", () => [secret])).toBe(review);
});

test("maskSecrets masks tokens that are reviewed and given out", () => {
  const given = { spec: { token: "eyJhbGciOi" } };
  expect(JSON.stringify(maskSecrets(given, "TokenReview", () => [given]))).not.toContain("eyJhbGciOi");
  const made = { object: { status: { token: "eyJhbGciOi" } } };
  expect(JSON.stringify(maskSecrets(made, "TokenRequest", () => [made.object]))).not.toContain("eyJhbGciOi");
});

test("maskSecrets masks members with any name", () => {
  const hostile = JSON.parse('{"metadata":{},"data":{"__proto__":"dmFsdWVz","constructor":"dmFsdWVz"}}');
  const text = JSON.stringify(maskSecrets(hostile, "Secret", () => [hostile]));
  expect(text).not.toContain("dmFsdWVz");
  expect(text).toContain("__proto__");
});

test("masking takes no longer for each value of a Secret when it has many", () => {
  const timeFor = (count: number): number => {
    const value = (i: number) => Buffer.from(`value-${i}`).toString("base64");
    const data = Object.fromEntries(Array.from({ length: count }, (_, i) => [`key-${i}`, value(i)]));
    const large = { kind: "Secret", metadata: { name: "large" }, data };
    return leastTime(() => maskSecrets({ object: large }, "Secret", () => [large]));
  };
  // The time is 16 times as much if it grows with the values. It was more than 200 times as much when each
  // value was searched in each text.
  expect(timeFor(16_000)).toBeLessThan(80 * Math.max(timeFor(1_000), 0.5));
});
