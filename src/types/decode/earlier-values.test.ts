import { expect, test } from "vitest";
import { typeMetaProblem } from "../../api/object/type-meta.ts";
import { parseJsonStrict } from "../../json/parse/parse.ts";
import type { JsonObject } from "../../json/value.ts";
import { builtinShape } from "../notation/shapes.ts";
import { decodeTyped } from "./decode.ts";

function decode(type: string, text: string): JsonObject {
  const { value, literals } = parseJsonStrict(text, { mergeRepeated: true });
  return decodeTyped(value as JsonObject, builtinShape(type), undefined, literals);
}

// All errors and results were recorded from kube-apiserver 1.36.3.
test.each([
  ["core/v1.ConfigMap", '{"data":1,"data":{"a":"x"}}', /number into Go struct field ConfigMap\.data/],
  ["core/v1.ConfigMap", '{"data":{"a":"x"},"data":1}', /number into Go struct field ConfigMap\.data/],
  ["core/v1.ConfigMap", '{"immutable":"x","immutable":true}', /string into Go struct field ConfigMap\.immut/],
  [
    "core/v1.ConfigMap",
    '{"metadata":1,"metadata":{"name":"b"}}',
    /number into Go struct field ConfigMap\.meta/,
  ],
  [
    "core/v1.ConfigMap",
    '{"metadata":{"name":1,"name":"b"}}',
    /number into Go struct field ObjectMeta\.metadata/,
  ],
  ["core/v1.Pod", '{"spec":{"nodeName":"a","containers":1,"containers":[]}}', /\[\]v1\.Container/],
  ["core/v1.Pod", '{"metadata":{"creationTimestamp":"x","creationTimestamp":null}}', /^parsing time "x"/],
  ["core/v1.Pod", '{"spec":{"overhead":{"cpu":true,"cpu":"1"}}}', /^quantities must match/],
] as const)("a wrong type under a repeated key: %s %s", (type, text, message) => {
  expect(() => decode(type, text)).toThrow(message);
});

test.each([
  ["core/v1.Pod", '{"spec":{"hostNetwork":true,"hostNetwork":null}}', { hostNetwork: true }],
  ["core/v1.Pod", '{"spec":{"restartPolicy":"Never","restartPolicy":null}}', { restartPolicy: "Never" }],
  ["core/v1.Pod", '{"spec":{"restartPolicy":"Never"},"spec":null}', { restartPolicy: "Never" }],
  ["core/v1.Pod", '{"spec":{"activeDeadlineSeconds":3,"activeDeadlineSeconds":null}}', {}],
  ["core/v1.Pod", '{"spec":{"nodeSelector":{"a":"b"},"nodeSelector":null}}', {}],
] as const)("null after a value: %s %s", (type, text, spec) => {
  expect(decode(type, text).spec).toEqual({ containers: null, ...spec });
});

test("the type of an object may be of a wrong type at first", () => {
  const { value } = parseJsonStrict('{"kind":1,"kind":"Pod"}', { mergeRepeated: true });
  expect(typeMetaProblem(value as JsonObject)).toMatch(/number into Go struct field \.kind/);
});

test("a list that is given very often is not read again with each", () => {
  const fields = Array.from({ length: 5000 }, (_, i) => `"a${i}":"x"`).join();
  const again = Array.from({ length: 5000 }, () => '"volumes":[{}]').join();
  const text = `{"spec":{"volumes":[{"csi":{"volumeAttributes":{${fields}}}}],${again}}}`;
  expect(decode("core/v1.Pod", text).spec).toMatchObject({ volumes: [{ csi: {} }] });
});
