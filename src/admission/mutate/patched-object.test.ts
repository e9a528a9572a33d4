import { expect, test } from "vitest";
import { atOnce } from "../../async/steps.ts";
import { type JsonObject, membersOf } from "../../json/value.ts";
import { applyJsonPatch } from "../../patch/apply.ts";
import { stubPorts } from "../stub-ports.ts";
import { readJsonPatched, readPatched } from "./patched-object.ts";

const POD = { group: "", version: "v1", kind: "Pod" };
const before = { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } };

test("readPatched() says what came in place of a built-in object, in the words of Go", () => {
  const read = (patched: unknown[] | string) => () =>
    atOnce(readPatched(before, patched as never, POD, stubPorts()));
  const typed = 'of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""';
  expect(read([])).toThrow(
    `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value ${typed}`,
  );
  expect(read("x")).toThrow(`json: cannot unmarshal string into Go value ${typed}`);
});

test("readJsonPatched() finds the mistake that stands first in the text of the reference", () => {
  const decode = ({ spec }: JsonObject): never => {
    throw new Error(Object.keys(membersOf(spec))[0]);
  };
  const read = (...operations: JsonObject[]) => {
    const patch = { operations, raw: false };
    const patched = applyJsonPatch(before, patch);
    return () => atOnce(readJsonPatched(before, patched, patch, POD, { ...stubPorts(), decode }));
  };
  const spec = { op: "add", path: "/spec", value: { strategy: 1.5, minReadySeconds: 4294967295 } };
  expect(read(spec)).toThrow("strategy");
  expect(read(spec, { op: "add", path: "/spec/x", value: 1 })).toThrow("minReadySeconds");
});

test("readJsonPatched() tells unknown fields in the order of that text", () => {
  const decode: ReturnType<typeof stubPorts>["decode"] = (value, _kind, unknown) => {
    for (const name of Object.keys(membersOf(value.spec))) unknown?.(name);
    return { ...value, metadata: {} };
  };
  const operations = ["z", "b"].map((name) => ({ op: "add", path: `/spec/${name}`, value: 1 }));
  const patch = { operations, raw: false };
  const object = { ...before, spec: { d: 1 } };
  const found: string[] = [];
  const options = { unknown: (name: string) => found.push(name) };
  const patched = applyJsonPatch(object, patch);
  atOnce(readJsonPatched(object, patched, patch, POD, { ...stubPorts(), decode }, options));
  expect(found).toEqual(["b", "d", "z"]);
});

test("readJsonPatched() has the members of the object in that text where Go writes them", () => {
  const decode: ReturnType<typeof stubPorts>["decode"] = (value, _kind, unknown) => {
    for (const name of Object.keys(membersOf((value.spec as JsonObject | undefined)?.inner))) unknown?.(name);
    return { ...value, metadata: {} };
  };
  const arrange = () => ({ ...object, spec: { a: 1, inner: { hostPath: 1, accessModes: 1 } } });
  const object = { ...before, spec: { a: 1, inner: { accessModes: 1, hostPath: 1 } } };
  const patch = { operations: [{ op: "replace", path: "/spec/a", value: 2 }], raw: false };
  const found: string[] = [];
  const options = { unknown: (name: string) => found.push(name) };
  const ports = { ...stubPorts(), decode, arrange };
  atOnce(readJsonPatched(object, applyJsonPatch(object, patch), patch, POD, ports, options));
  expect(found).toEqual(["hostPath", "accessModes"]);
});

test("readJsonPatched() sorts the names that an operation has passed where JSON is kept as text", () => {
  const ports = {
    ...stubPorts(),
    decode: (value: JsonObject) => ({ ...value, metadata: {} }),
    leadsToRaw: (_: unknown, pointer: string) => pointer.startsWith("/data"),
  };
  const object = { ...before, spec: { d: 1, c: { z: 1, y: 2 } }, data: { z: 1, a: { y: 1, b: 1 } } };
  const read = (...operations: JsonObject[]): string => {
    const patch = { operations, raw: false };
    const { data } = atOnce(readJsonPatched(object, applyJsonPatch(object, patch), patch, POD, ports));
    return JSON.stringify(data);
  };
  expect(read({ op: "add", path: "/spec/c/x", value: 1 })).toBe('{"z":1,"a":{"y":1,"b":1}}');
  expect(read({ op: "add", path: "/data/q", value: { z: 1, a: 1 } })).toBe(
    '{"a":{"y":1,"b":1},"q":{"z":1,"a":1},"z":1}',
  );
  const passing = { op: "add", path: "/spec/d", value: 1 };
  expect(read(passing, { op: "copy", from: "/spec", path: "/data" })).toBe('{"c":{"z":1,"y":2},"d":1}');
  expect(read({ op: "test", path: "/data", value: object.data })).toBe('{"a":{"b":1,"y":1},"z":1}');
  expect(read({ op: "copy", from: "/data/z", path: "/spec/z" })).toBe('{"a":{"y":1,"b":1},"z":1}');
});
