import { expect, test } from "vitest";
import { sameMeaning, sameMember } from "./same-meaning.ts";

const claim = (a: object, b: object): boolean => sameMeaning("core/v1.PersistentVolumeClaimSpec", a, b);

/** apimachinery/pkg/api/equality/semantic.go is the source of this rule. */
test("sameMeaning compares amounts, not how they are written", () => {
  const asks = (storage: string, more = {}) => ({ resources: { requests: { storage, ...more } } });
  expect(claim(asks("1Gi"), asks("1073741824"))).toBe(true);
  expect(claim(asks("1Gi"), asks("1G"))).toBe(false);
  expect(claim(asks("1Gi"), asks("1Gi", { other: "1" }))).toBe(false);
  expect(claim(asks("0"), asks("0", { other: "0" }))).toBe(false);
});

test("sameMeaning takes what is empty for nothing, but for pointers", () => {
  expect(claim({ resources: { limits: {} }, accessModes: [] }, {})).toBe(true);
  expect(claim({ volumeName: "" }, { resources: {} })).toBe(true);
  expect(claim({ selector: {} }, {})).toBe(false);
  expect(claim({ selector: { matchLabels: {} } }, { selector: {} })).toBe(true);
  expect(claim({ storageClassName: "" }, {})).toBe(false);
});

test("sameMeaning compares items in their order, and all other values as they are", () => {
  expect(claim({ accessModes: ["a", "b"] }, { accessModes: ["b", "a"] })).toBe(false);
  expect(claim({ volumeName: "a" }, { volumeName: "b" })).toBe(false);
  expect(claim({ dataSource: { kind: "k" } }, { dataSource: { kind: "k", name: "" } })).toBe(true);
});

test("sameMember compares one member of two objects", () => {
  const spec = (cpu: string) => ({ containers: [{ name: "c", resources: { limits: { cpu } } }] });
  expect(sameMember("core/v1.Pod", "spec", spec("1"), spec("1e0"))).toBe(true);
  expect(sameMember("core/v1.Pod", "spec", spec("1"), undefined)).toBe(false);
  expect(sameMember("core/v1.Pod", "spec", undefined, {})).toBe(true);
});

test("sameMeaning compares raw texts with the order of their members", () => {
  const config = (parameters: object) => ({ config: [{ opaque: { driver: "d", parameters } }] });
  const same = (a: object, b: object): boolean =>
    sameMeaning("resource/v1.DeviceClassSpec", config(a), config(b));
  expect(same({ a: 1, b: [2] }, { a: 1, b: [2] })).toBe(true);
  expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
});
