import { expect, test, vi } from "vitest";
import type { Json } from "../json/value.ts";
import { parseYaml, readYaml } from "./read-yaml.ts";

/** Texts, and the results of YAMLToJSON of sigs.k8s.io/yaml 1.6.0. */
const READ: readonly (readonly [text: string, value: Json])[] = [
  ["1: x\n0x10: w\n1.5: z\ntrue: b", { "1": "x", "16": "w", "1.5": "z", true: "b" }],
  [
    "1.10: a\n1.23456789: b\n1000000.5: c\n1.0e-5: d",
    { "1.1": "a", "1.2345679": "b", "1.0000005e+06": "c", "1e-05": "d" },
  ],
  ["1.0e+39: a\n1.0e+20: b\n20000000: c", { ".inf": "a", "1e+20": "b", "20000000": "c" }],
  ["2020-01-02: 2020-01-02T03:04:05Z", { "2020-01-02": "2020-01-02T03:04:05Z" }],
  [
    "a: 1:30\nb: 0o17\nc: 017\nd: 0b11\ne: 1_000\nf: 08\ng: .5",
    { a: "1:30", b: 15, c: 15, d: 3, e: 1000, f: 8, g: 0.5 },
  ],
  ["a: 18446744073709551615", { a: 18446744073709551615n }],
  ["a: Yes\nb: off\nc: n\nd: ~\ne:", { a: true, b: false, c: false, d: null, e: null }],
  ["a: !!str 1\nb: !!binary aGVsbG8=\nc: !foo bar", { a: "1", b: "hello", c: "bar" }],
  ["x: &x {p: 1}\nz: {<<: [*x, {p: 9}], q: 7}", { x: { p: 1 }, z: { p: 1, q: 7 } }],
  [
    "a: !!float 3\nb: !!int '0x1f'\nc: !!timestamp 2001-01-01\nd: !!null ''",
    { a: 3, b: 31, c: "2001-01-01", d: null },
  ],
  ["a: !!binary 4oIgQQ==\nb: !!binary 'aGVs\n\n  bG8='", { a: "\ufffd\ufffd A", b: "hello" }],
  [
    ".inf: a\n-.INF: b\n.nan: c\n-0.0: d\n1e10: e\n1e3: f",
    { ".inf": "a", "-.inf": "b", ".nan": "c", "-0": "d", "1e+10": "e", "1000": "f" },
  ],
  ["!!merge <<: {a: 1}\n! '<<': {b: 2}\n!!str <<: {c: 3}", { a: 1, b: 2, "<<": { c: 3 } }],
  ["---\n...\n---\na: b", null],
  ["# nothing", null],
];

test.each(READ)("parseYaml reads %j", (text, value) => {
  expect(parseYaml(text)).toEqual(value);
});

test.each([
  ["a: *x", "yaml: unknown anchor 'x' referenced"],
  ["a: &a [*a]", "yaml: anchor 'a' value contains itself"],
  ["null: x", 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"'],
  ["a: .inf", "json: unsupported value: +Inf"],
  ["b: .inf\na: [.nan]", "json: unsupported value: NaN"],
  [
    "a: .inf\nb: {null: [-.inf]}",
    "unsupported map key of type: %!s(<nil>), key: <nil>, value: []interface {}{-Inf}",
  ],
  [
    "a: {18446744073709551615: ~}",
    "unsupported map key of type: uint64, key: 0xffffffffffffffff, value: <nil>",
  ],
  [
    "? {null: {null: 3}, <<: [{x: 1, yy: 2}, {x: 9}], yy: '\u2028<\\', -4: r, 1.5e10: s, 1e-9: q, 2.0: t, .nan: nn, -0.0: z}\n: x",
    'yaml: invalid map key: map[interface {}]interface {}{interface {}(nil):map[interface {}]interface {}{interface {}(nil):3}, "x":1, "yy":"\\u2028<\\\\", -4:"r", NaN:"nn", -0:"z", 1e-09:"q", 2:"t", 1.5e+10:"s"}',
  ],
  ["a: !!binary '###'", "yaml: !!binary value contains invalid base64 data"],
  ["a: !!int '1.0'", "yaml: cannot decode !!float `1.0` as a !!int"],
  ["a: !!float 18446744073709551615", "yaml: cannot decode !!int `18446744073709551615` as a !!float"],
  ["a: !!timestamp x", "yaml: cannot decode !!str `x` as a !!timestamp"],
  ["a: !!bool <<", "yaml: cannot decode !!merge `<<` as a !!bool"],
  [
    "? {1: a, a: 2, true: 3, 2.5: 4, 18446744073709551615: 5, B: 6}\n: c",
    'yaml: invalid map key: map[interface {}]interface {}{"B":6, "a":2, 0xffffffffffffffff:5, 1:"a", 2.5:4, true:3}',
  ],
  ["? {true: [1]}\n: c", "yaml: invalid map key: map[interface {}]interface {}{true:[]interface {}{1}}"],
  [
    "? {1: {2.5: x}}\n: c",
    'yaml: invalid map key: map[interface {}]interface {}{1:map[interface {}]interface {}{2.5:"x"}}',
  ],
  ["? {a: b}\n: c", 'yaml: invalid map key: map[interface {}]interface {}{"a":"b"}'],
  ["a: b: c", "yaml: mapping values are not allowed in this context"],
  ["%FOO\n---\na: b", "yaml: found unknown directive name"],
  ["a\u0001: b", "yaml: control characters are not allowed"],
  ["a: !!int x", "yaml: cannot decode !!str `x` as a !!int"],
  ["<<: 5", "yaml: map merge requires map or sequence of maps as the value"],
  ["[".repeat(20_000), "yaml: exceeded max depth of 10000"],
  [`a: &a ${"x".repeat(200_000)}\nb: [${"*a,".repeat(99)}]`, "yaml: document contains excessive aliasing"],
  [
    `a: &a {? ${"x".repeat(200_000)} : 1}\nb: [${"*a,".repeat(99)}]`,
    "yaml: document contains excessive aliasing",
  ],
])("parseYaml refuses %j", (text, message) => {
  expect(() => parseYaml(text)).toThrow(message);
});

test("readYaml tells of repeated keys, those of merges too; the last value counts", () => {
  expect(readYaml("x: &x {p: 1}\na: 1\ny:\n  p: 5\n  <<: *x\na:\n  b: 1\n")).toEqual({
    value: { x: { p: 1 }, a: { b: 1 }, true: { p: 1 } },
    duplicates: ['line 1: key "p" already set in map', 'line 7: key "a" already set in map'],
  });
});

test("readYaml tells repeated keys of other types apart, and names them as Go does", () => {
  expect(
    readYaml('1e10: a\n1e10: b\n1.5: c\n1.50: d\n"\\u2028": e\n"\\u2028": f\n1e3: g\n1000: h').duplicates,
  ).toEqual([
    "line 2: key 1e+10 already set in map",
    "line 4: key 1.5 already set in map",
    'line 6: key "\\u2028" already set in map',
  ]);
});

test("readYaml refuses a key that is null when all has been read, unless it was given again", () => {
  const why =
    (text: string): (() => unknown) =>
    (): unknown =>
      readYaml(text);
  expect(why("a: {null: 1}\nb: {? {c: 2} : 3}")).toThrow(/^yaml: invalid map key: map/);
  expect(why("a: {null: 1}\na: {null: 2}")).toThrow(/key: <nil>, value: 2$/);
  expect(readYaml("a: {null: 1}\na: {b: 2}").value).toEqual({ a: { b: 2 } });
});

test("readYaml sorts the keys of all maps", () => {
  expect(JSON.stringify(readYaml("b: [{d: 1, c: 2}]\na: 1").value)).toBe('{"a":1,"b":[{"c":2,"d":1}]}');
});

test("readYaml reads many keys, repeated ones and aliases in time linear in the text", () => {
  const keys = Array.from({ length: 20_000 }, (_, i) => `k${i}: v\n`).join("");
  expect(Object.keys(parseYaml(keys) as object)).toHaveLength(20_000);
  expect(readYaml("a: 1\n".repeat(20_000)).duplicates).toHaveLength(100);
  const aliases = `a: &a x\nb: [${"*a, ".repeat(500)}x]`;
  expect((parseYaml(aliases) as { b: string[] }).b).toHaveLength(501);
});

test("readYaml writes what stands under nested null keys once", () => {
  const depth = 300;
  const text = `${"{null: ".repeat(depth)}"${"é".repeat(100_000)}"${"}".repeat(depth)}`;
  const before = process.cpuUsage();
  expect(() => readYaml(text)).toThrow(/^unsupported map key of type/);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
});

test("readYaml refuses a text that grows by aliases, as Go does", () => {
  const names = "bcdefghij".split("");
  const levels = names.map((name, i) => `${name}: &${name} [${`*${"abcdefghi"[i]},`.repeat(9)}]`);
  expect(() => readYaml(`a: &a [x,x,x,x,x,x,x,x,x]\n${levels.join("\n")}`)).toThrow("excessive aliasing");
});

test("parseYaml prints nothing of what it reads", () => {
  const emit = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  try {
    expect(() => parseYaml("%secret: x\n---\na: [")).toThrow();
    expect(emit).not.toHaveBeenCalled();
  } finally {
    emit.mockRestore();
  }
});
