import { expect, test } from "vitest";
import { placesOf, quoteObject } from "./quote-object.ts";

const spec = { replicas: 1, paused: true };

test("what a patch changed is quoted with sorted names, the rest as it was", () => {
  const before = { metadata: { name: "a", labels: {} }, spec };
  const patched = { ...before, metadata: { name: "a", labels: 1 }, apiVersion: "v1" };
  expect(quoteObject(patched, before)).toBe(
    '{"apiVersion":"v1","metadata":{"labels":1,"name":"a"},"spec":{"replicas":1,"paused":true}}',
  );
});

test("values that a JSON patch brings are quoted as they were sent", () => {
  const before = { spec };
  const patched = { spec: { ...spec, extra: { b: 1, a: [{ d: 1, c: 2 }] } } };
  expect(quoteObject(patched, before, placesOf(["/spec/extra"]))).toBe(
    '{"spec":{"extra":{"b":1,"a":[{"d":1,"c":2}]},"paused":true,"replicas":1}}',
  );
});
