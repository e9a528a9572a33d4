import { expect, test } from "vitest";
import type { KubeObject } from "../api/meta.ts";
import { stringifyIndexKeys } from "../api/object/key-order.ts";
import { arrangeTyped, arrangeUntyped } from "./go-order.ts";
import { builtinShape } from "./notation/shapes.ts";

const text = (json: string): KubeObject => JSON.parse(json);

test("arrangeTyped puts fields where the Go type declares them, and sorts maps", () => {
  const pod = text(
    '{"spec":{"nodeSelector":{"z":"1","b":"2"},"containers":[{"image":"x","env":[{"value":"v","name":"n"}],"name":"c"}]},"metadata":{"labels":{"b":"1","a":"2"},"uid":"u","name":"p"},"apiVersion":"v1","kind":"Pod"}',
  );
  const { object, hasIndexKeys } = arrangeTyped(pod, builtinShape("core/v1.Pod"));
  expect(JSON.stringify(object)).toBe(
    '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","uid":"u","labels":{"a":"2","b":"1"}},"spec":{"containers":[{"name":"c","image":"x","env":[{"name":"n","value":"v"}]}],"nodeSelector":{"b":"2","z":"1"}}}',
  );
  expect(hasIndexKeys).toBe(false);
});

test("arrangeTyped leaves an object alone that is in order", () => {
  const map = text('{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"m"},"data":{"a":"1","b":"2"}}');
  expect(arrangeTyped(map, builtinShape("core/v1.ConfigMap")).object).toBe(map);
});

test("arrangeTyped reaches the schemas inside of a definition", () => {
  const shape = builtinShape("apiextensions/v1.CustomResourceDefinition");
  const definition = text(
    '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"items":{"type":"object","description":"d"},"type":"array"}},"name":"v1"}]}}',
  );
  expect(JSON.stringify(arrangeTyped(definition, shape).object)).toBe(
    '{"spec":{"versions":[{"name":"v1","schema":{"openAPIV3Schema":{"type":"array","items":{"description":"d","type":"object"}}}}]}}',
  );
});

test("arrangeTyped sorts the values in a schema, which Go reads and writes again", () => {
  const shape = builtinShape("apiextensions/v1.JSONSchemaProps");
  const schema = text(
    '{"default":{"z":[{"b":1,"a":2}],"a":3},"example":{"z":1,"a":2},"enum":[{"z":1,"a":2}]}',
  );
  expect(JSON.stringify(arrangeTyped(schema, shape).object)).toBe(
    '{"default":{"a":3,"z":[{"a":2,"b":1}]},"enum":[{"a":2,"z":1}],"example":{"a":2,"z":1}}',
  );
});

test("arrangeTyped tells of keys that JavaScript orders by their value; stringifyIndexKeys orders them as Go", () => {
  const map = text(
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"m"},"data":{"9":"a","10":"b","-":"c"}}',
  );
  const { object, hasIndexKeys } = arrangeTyped(map, builtinShape("core/v1.ConfigMap"));
  expect(hasIndexKeys).toBe(true);
  expect(stringifyIndexKeys(object)).toContain('"data":{"-":"c","10":"b","9":"a"}');
});

test("arrangeUntyped sorts every map, by the bytes of its keys", () => {
  const custom = text(
    '{"spec":{"\u{1f600}":1,"\uff5e":[{"b":1,"a":{"d":1,"c":2}}]},"kind":"W","apiVersion":"e/v1","metadata":{}}',
  );
  expect(JSON.stringify(arrangeUntyped(custom).object)).toBe(
    '{"apiVersion":"e/v1","kind":"W","metadata":{},"spec":{"\uff5e":[{"a":{"c":2,"d":1},"b":1}],"\u{1f600}":1}}',
  );
});

test("integers that no int64 holds are floats where there are no types", () => {
  const custom = { kind: "W", metadata: {}, spec: { a: [2n ** 63n], b: 2n ** 64n - 1n, c: 2n ** 63n - 1n } };
  expect(arrangeUntyped(custom).object.spec).toEqual({ a: [2 ** 63], b: 2 ** 64, c: 2n ** 63n - 1n });
});
