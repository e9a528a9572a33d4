import { expect, test } from "vitest";
import { selectorOf } from "./selector-of.ts";

test("selectorOf reads the map of a replication controller, and the selector of everybody else", () => {
  const metadata = { name: "a" };
  const map = { kind: "ReplicationController", metadata, spec: { selector: { app: "a" } } };
  const set = { kind: "ReplicaSet", metadata, spec: { selector: { matchLabels: { app: "a" } } } };
  for (const object of [map, set]) {
    expect(selectorOf(object).matches({ app: "a", more: "b" })).toBe(true);
    expect(selectorOf(object).matches({ app: "b" })).toBe(false);
  }
});
