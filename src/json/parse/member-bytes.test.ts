import { expect, test } from "vitest";
import { seededRandom } from "../../explain/offline/seeded-random.ts";
import { memberBytes } from "./member-bytes.ts";

const memberOf = (json: string, name: string): string | undefined => {
  const bytes = memberBytes(Buffer.from(json), name);
  return bytes && Buffer.from(bytes).toString();
};

test.each<[string, string, string | undefined]>([
  ['{"kind":"Pod","metadata":{"name":"a"},"spec":{}}', "metadata", '{"name":"a"}'],
  ['{"metadata":{"a":"}","b":["{",{"c":"\\"}"}]}}', "metadata", '{"a":"}","b":["{",{"c":"\\"}"}]}'],
  ['{"a\\"metadata":1,"metadata":{}}', "metadata", "{}"],
  ['{"a":{"metadata":1},"metadata":[2]}', "metadata", "[2]"],
  ['{"ü€😀":"ü€😀","metadata":"ü"}', "metadata", '"ü"'],
  ['{"a":-1.5e3,"b":true,"c":null,"metadata":12}', "metadata", "12"],
  ['{"a":-1.5e3,"metadata":null}', "metadata", "null"],
  ['{"a":"\\\\","metadata":{}}', "metadata", "{}"],
  ['{"a":{},"b":[]}', "metadata", undefined],
  ["{}", "metadata", undefined],
])("memberBytes() finds in %s the member %s", (json, name, expected) => {
  expect(memberOf(json, name)).toBe(expected);
});

test("memberBytes() finds what JSON.parse finds", () => {
  for (let i = 0; i < 50; i++) {
    const object = randomObject(4);
    for (const name of Object.keys(object))
      expect(JSON.parse(memberOf(JSON.stringify(object), name) ?? "")).toEqual(object[name]);
  }
});

const TEXTS = ["", "a", '"', "\\", "}", "]", ",", ":", "\n", "é", "😀", 'x\\"y'];
const random = seededRandom(1);
const anyOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** Names without escapes: those of Kubernetes have none. */
function randomObject(depth: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`m${i}`, randomValue(depth - 1)]));
}

function randomValue(depth: number): unknown {
  const kinds = depth === 0 ? ["text", "number"] : ["text", "number", "object", "list", "null"];
  switch (anyOf(kinds)) {
    case "text":
      return anyOf(TEXTS) + anyOf(TEXTS);
    case "number":
      return anyOf([0, -1, 1.5, 1e21]);
    case "object":
      return randomObject(depth);
    case "list":
      return [randomValue(depth - 1), randomValue(depth - 1)];
    default:
      return null;
  }
}
