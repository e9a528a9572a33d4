import { expect, test } from "vitest";
import { type JsonObject, membersOf } from "../../api/json.ts";
import { atOnce } from "../../api/steps.ts";
import { applyJsonPatch } from "../../json/patch/apply.ts";
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
