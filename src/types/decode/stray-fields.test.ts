import { expect, test } from "vitest";
import { builtinShape } from "../notation/shapes.ts";
import { strayFields } from "./stray-fields.ts";

const read = (type: string, text: string): string[] => strayFields(Buffer.from(text), builtinShape(type));

// Both results were recorded from kube-apiserver 1.36.3.
test("unknown and repeated fields come in the order of the text", () => {
  const text = `{"metadata":{"name":"a","x":1,"y":{"a":1,"a":2},"name":"b"},"data":{"q":"1","b":"2","b":"3"},
    "u":[{"a":1,"a":2}],"data":{"b":"1","10":"1","10":"2"},"5":1,"binaryData":{},"a":1,"binaryData":{}}`;
  expect(read("core/v1.ConfigMap", text)).toEqual([
    'unknown field "metadata.x"',
    'unknown field "metadata.y"',
    'duplicate field "metadata.name"',
    'duplicate field "data.b"',
    'unknown field "u"',
    'duplicate field "data"',
    'duplicate field "data.10"',
    'unknown field "5"',
    'unknown field "a"',
    'duplicate field "binaryData"',
  ]);
});

test("objects that are given twice are looked at one by one", () => {
  const text = `{"spec":{"containers":[{"name":"a","image":"x","image":"y","zz":1},{"name":"b","name":"b","qq":1}],
    "containers":[{"name":"a","zz":1,"name":"c","yy":2}],"bb":2},"spec":{"restartPolicy":"Never","bb":1,"restartPolicy":""}}`;
  expect(read("core/v1.Pod", text)).toEqual([
    'duplicate field "spec.containers[0].image"',
    'unknown field "spec.containers[0].zz"',
    'duplicate field "spec.containers[1].name"',
    'unknown field "spec.containers[1].qq"',
    'duplicate field "spec.containers"',
    'duplicate field "spec.containers[0].name"',
    'unknown field "spec.containers[0].yy"',
    'unknown field "spec.bb"',
    'duplicate field "spec"',
    'duplicate field "spec.restartPolicy"',
  ]);
});

test("what reads its own bytes has no fields", () => {
  const text = '{"metadata":{"managedFields":[{"fieldsV1":{"f:a":{},"f:a":{}},"q":1,"q":2}]}}';
  expect(read("core/v1.ConfigMap", text)).toEqual(['unknown field "metadata.managedFields[0].q"']);
});

test("a hundred are told, and long paths are not written again and again", () => {
  const keys = Array.from({ length: 200 }, (_, i) => `"u${i}":1`);
  expect(read("core/v1.ConfigMap", `{${keys}}`)).toHaveLength(100);
  const long = "k".repeat(600_000);
  const annotations = Array.from({ length: 1000 }, () => '"a":""');
  const text = `{"metadata":{"annotations":{"${long}":"","${long}":"",${annotations}}}}`;
  expect(read("core/v1.ConfigMap", text)).toHaveLength(2);
});
