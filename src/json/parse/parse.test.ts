import { describe, expect, test } from "vitest";
import { literalOf } from "./number-literals.ts";
import { parseJson, parseJsonStrict, parseJsonWithLiterals } from "./parse.ts";

describe("parseJson", () => {
  test("parseJson keeps 64 bit integers as bigint and bigger ones as double", () => {
    expect(
      parseJson(
        '{"a":9007199254740993,"b":-9223372036854775808,"c":9223372036854775808,"d":9007199254740991}',
      ),
    ).toEqual({
      a: 9007199254740993n,
      b: -9223372036854775808n,
      c: 2 ** 63,
      d: 9007199254740991,
    });
  });
  test("parseJson takes __proto__ for an ordinary key, quickly and carefully", () => {
    for (const text of ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1.5}}']) {
      const value = parseJson(text);
      expect(Object.hasOwn(value as object, "__proto__")).toBe(true);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });
  test("parseJson lets the last duplicate win", () => {
    expect(parseJson('{"a":1,"a":2.5}')).toEqual({ a: 2.5 });
  });
  test("parseJson replaces each broken byte and lone surrogate", () => {
    expect(parseJson(Buffer.from([0x22, 0xf0, 0x9f, 0x61, 0x22]))).toBe("\ufffd\ufffda");
    expect(parseJson('"\\ud83d"')).toBe("\ufffd");
    expect(parseJson('"\\ud83d\\ude00"')).toBe("😀");
  });
  test("parseJson reads a thousand levels and refuses one more", () => {
    const nest = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(() => parseJson(nest(1000))).not.toThrow();
    expect(() => parseJson(nest(1001))).toThrow("invalid character '[' exceeded max depth");
  });
  test.each([
    ["", "unexpected end of JSON input"],
    ["{", "unexpected end of JSON input"],
    ['{"a":1', "unexpected end of JSON input"],
    ['{"a', "unexpected end of JSON input"],
    ["tru", "invalid character ' ' in literal true (expecting 'e')"],
    ["-", "invalid character ' ' in numeric literal"],
    ["x", "invalid character 'x' looking for beginning of value"],
    ["[1,]", "invalid character ']' looking for beginning of value"],
    ["{x", "invalid character 'x' looking for beginning of object key string"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 a}', "invalid character 'a' after object key:value pair"],
    ["[1 2]", "invalid character '2' after array element"],
    ["{} x", "invalid character 'x' after top-level value"],
    ["01", "invalid character '1' after top-level value"],
    ["1.x", "invalid character 'x' after decimal point in numeric literal"],
    ["1e+x", "invalid character 'x' in exponent of numeric literal"],
    ["-x", "invalid character 'x' in numeric literal"],
    ["trux", "invalid character 'x' in literal true (expecting 'e')"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ["\ufeff{}", "invalid character 'ï' looking for beginning of value"],
    ["\u0000", "invalid character '\\x00' looking for beginning of value"],
  ])("parseJson refuses %j with Go's text", (text, message) => {
    expect(() => parseJson(text)).toThrow(message);
  });
});

describe("parseJsonStrict", () => {
  test("parseJsonStrict names repeated keys in document order, each once", () => {
    const text = '{"data":{"a":1,"a":2,"a":3},"spec":{"list":[{},{"x":1,"x":2}]},"spec":{}}';
    expect(parseJsonStrict(text)).toEqual({
      value: { data: { a: 3 }, spec: {} },
      duplicates: ["data.a", "spec.list[1].x", "spec"],
      literals: undefined,
    });
  });
  test("parseJsonStrict names a hundred keys at most, and no more than a million characters", () => {
    const repeated = (count: number): string =>
      Array.from({ length: count }, (_, i) => `"k${i}":1,"k${i}":2`).join();
    expect(parseJsonStrict(`{${repeated(200)}}`).duplicates).toHaveLength(100);
    expect(parseJsonStrict(`{"${"x".repeat(700_000)}":{${repeated(200)}}}`).duplicates).toHaveLength(2);
  });
  test("parseJsonStrict reads hundreds of thousands of repeated keys at great depth", () => {
    const deep = (members: string): string => `${'{"a":'.repeat(900)}{${members}"k":1}${"}".repeat(900)}`;
    expect(parseJsonStrict(deep('"k":1,'.repeat(300_000))).duplicates).toHaveLength(1);
    expect(parseJsonStrict(deep('"k":{"x":1,"x":2},'.repeat(100_000))).duplicates).toHaveLength(2);
  });
  test("parseJsonStrict finds nothing in a text without duplicates", () => {
    expect(parseJsonStrict('{"a":[{"b":"c:d"},{"b":null}]}').duplicates).toEqual([]);
  });
});

describe("parseJsonWithLiterals", () => {
  test("parseJsonWithLiterals tells numbers that were written in an unusual way", () => {
    const { value, literals } = parseJsonWithLiterals(
      '{"a":2.0,"b":[1,1e1],"c":1.5,"d":99999999999999999999}',
    );
    const object = value as { a: number; b: number[]; c: number; d: number };
    expect(literalOf(literals, object, "a")).toBe("2.0");
    expect(literalOf(literals, object.b, 1)).toBe("1e1");
    expect(literalOf(literals, object, "c")).toBeUndefined();
    expect(literalOf(literals, object, "d")).toBe("99999999999999999999");
  });
});

test("parseJsonStrict() merges repeated objects where Go would, else the last one counts", () => {
  const text = '{"data":{"a":"1"},"list":[1],"data":{"b":"2"},"list":[2]}';
  expect(parseJsonStrict(text, { mergeRepeated: true }).value).toEqual({
    data: { a: "1", b: "2" },
    list: [2],
  });
  expect(parseJsonStrict(text).value).toEqual({ data: { b: "2" }, list: [2] });
});
