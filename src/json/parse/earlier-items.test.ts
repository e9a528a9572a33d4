import { expect, test } from "vitest";
import { parseJsonStrict } from "./parse.ts";

const read = (text: string): unknown => parseJsonStrict(text, { mergeRepeated: true }).value;

test.each([
  ['{"a":[{"x":1,"y":2}],"a":[{"x":3}]}', { a: [{ x: 3, y: 2 }] }],
  ['{"a":[{"x":1},{"x":2}],"a":[{"y":3}]}', { a: [{ x: 1, y: 3 }] }],
  ['{"a":[{"x":1}],"a":[{},{"y":2}]}', { a: [{ x: 1 }, { y: 2 }] }],
  ['{"a":[1,2],"a":[3]}', { a: [3] }],
  ['{"a":[1,2],"a":[null,4]}', { a: [1, 4] }],
  ['{"a":[[{"x":1}]],"a":[[{"y":2}]]}', { a: [[{ x: 1, y: 2 }]] }],
])("a list under a repeated key is filled further: %s", (text, value) => {
  expect(read(text)).toEqual(value);
});

test("what lies behind the end of a shorter list comes back", () => {
  expect(read('{"a":[{"x":1},{"x":2}],"a":[{}],"a":[{},{"y":3}]}')).toEqual({
    a: [{ x: 1 }, { x: 2, y: 3 }],
  });
});

test.each(["[]", "null", '"text"', "{}"])("nothing is left after %s", (between) => {
  expect(read(`{"a":[{"x":1}],"a":${between},"a":[{"y":2}]}`)).toEqual({ a: [{ y: 2 }] });
});

test("without the option the last list counts", () => {
  expect(parseJsonStrict('{"a":[{"x":1}],"a":[{"y":2}]}').value).toEqual({ a: [{ y: 2 }] });
});
