import { describe, expect, test } from "vitest";
import { parseYaml } from "../read-yaml.ts";
import { YamlError } from "../yaml-error.ts";
import { parseYamlText } from "./parse-yaml.ts";

// Errors of go.yaml.in/yaml/v2 for these texts.
test.each([
  ["a: b\nc: d\nmetadata:\n\tname: a\n", "yaml: line 4: found character that cannot start any token"],
  [
    "a: b\nc: d\nmetadata:\n  name: a\n\tlabels: {}\n",
    "yaml: line 5: found a tab character that violates indentation",
  ],
  ["apiVersion: v1\nkind x\nmetadata:\n  name: a\n", "yaml: line 3: could not find expected ':'"],
  [
    "a: b\nc: d\nmetadata:\n  name\n  labels: {}\n",
    "yaml: line 5: mapping values are not allowed in this context",
  ],
  [
    "apiVersion: v1\n  kind: x\nmetadata:\n  name: a\n",
    "yaml: line 2: mapping values are not allowed in this context",
  ],
  ["a: b\nc: d\nmetadata:\n    name: a\n  x: y\n", "yaml: line 4: did not find expected key"],
  ["{apiVersion: v1, kind: x, metadata: {name: a}", "yaml: line 1: did not find expected ',' or '}'"],
  ["a: b\nc: d\nmetadata: {name: a\ndata: {}\n", "yaml: line 3: did not find expected ',' or '}'"],
  [
    "a: b\nc: d\nmetadata:\n  finalizers: [a, b\n  name: a\n",
    "yaml: line 4: did not find expected ',' or ']'",
  ],
  [
    "a: b\nc: d\nmetadata:\n  finalizers: [a, b}\n  name: a\n",
    "yaml: line 3: did not find expected ',' or ']'",
  ],
  ["a: b\nc: d\nmetadata: }\n", "yaml: line 2: did not find expected node content"],
  ['apiVersion: v1\nkind: "x\nmetadata:\n  name: a\n', "yaml: line 5: found unexpected end of stream"],
  [
    'apiVersion: v1\nkind: "Config\\qMap"\nmetadata:\n  name: a\n',
    "yaml: line 2: found unknown escape character",
  ],
  [
    'apiVersion: v1\nkind: "Config\\xzzMap"\nmetadata:\n  name: a\n',
    "yaml: line 2: did not find expected hexdecimal number",
  ],
  ['apiVersion: v1\nkind: "x" x\nmetadata:\n  name: a\n', "yaml: line 1: did not find expected key"],
  [
    "a: b\nc: d\nmetadata: &\n  name: a\n",
    "yaml: line 3: did not find expected alphabetic or numeric character",
  ],
  ["%a\napiVersion: v1\n", "yaml: found unknown directive name"],
  ["a: b\nc: d\n- metadata\n", "yaml: line 2: did not find expected key"],
  ["- a: b\nc: d\n", "yaml: line 1: did not find expected '-' indicator"],
  [
    "a: b\nc: d\nmetadata: - name: a\n",
    "yaml: line 3: block sequence entries are not allowed in this context",
  ],
  ["v:\n  {}: x\n  a: b\n", "yaml: line 1: did not find expected key"],
  ["v: {[]: x}\n", "yaml: did not find expected ',' or '}'"],
  ["v: [{}: x]\n", "yaml: did not find expected ',' or ']'"],
  ["v: {[a]: x}\n", 'yaml: invalid map key: []interface {}{"a"}'],
  ["a: b\n[v: -\n", "yaml: line 3: could not find expected ':'"],
  ["hello world: x: y\n", "yaml: mapping values are not allowed in this context"],
  [
    "a: b\nc: d\nmetadata:\n  name: d\ndata:\n  a: |\n   x\n  y\n",
    "yaml: line 9: could not find expected ':'",
  ],
  [
    "a: b\nc: d\nmetadata:\n  name: e\ndata:\n  a: |x\n   x\n",
    "yaml: line 6: did not find expected comment or line break",
  ],
  [
    "a: b\nc: d\nmetadata:\n  name: f\ndata:\n  a: |0\n   x\n",
    "yaml: line 6: found an indentation indicator equal to 0",
  ],
  ["apiVersion: v1\nkind: !<x x\n", "yaml: line 2: did not find the expected '>'"],
  ["a: b\nc: d\n? [a, b]\n: c\n", 'yaml: invalid map key: []interface {}{"a", "b"}'],
  ["a: b\nc: d\n{a: b}: c\n", 'yaml: invalid map key: map[interface {}]interface {}{"a":"b"}'],
  ['{"apiVersion":"v1","kind":"x" "metadata":{"name":"j"}}', "yaml: did not find expected ',' or '}'"],
  [
    "a: b\nc: d\nmetadata:\n  name: o\n  labels:\n    a: b\n   c: d\n",
    "yaml: line 6: did not find expected key",
  ],
  ["a: b\nc: d\nmetadata\n", "yaml: line 4: could not find expected ':'"],
  ["a: b\nc: d\nmetadata:\n- name: a\n  b: c\n d: e\n", "yaml: line 5: did not find expected key"],
  ["a: b\nc: d\nmetadata:\n  finalizers:\n  - a\n  b\n", "yaml: line 7: could not find expected ':'"],
  ["%YAML 1.2\n---\napiVersion: v1\n", "yaml: found incompatible YAML document"],
  ["%TAG ! x\n%TAG ! y\n---\na: b\n", "yaml: line 1: found duplicate %TAG directive"],
])("parseYaml() refuses %j", (text, message) => {
  expect(() => parseYaml(text)).toThrow(new YamlError(message));
});

describe("parseYamlText() reads", () => {
  test.each<[string, unknown]>([
    ["a: |\n  x\n   y\n\n  z\n\nb: >-\n  x\n  y\n\n  z\n", { a: "x\n y\n\nz\n", b: "x y\nz" }],
    ["a: |2+\n    x\n\n", { a: "  x\n\n" }],
    ["a: \"x\\n\\u00e9\\\n   y  z\n\n  w\"\nb: 'it''s\n  so'", { a: "x\né" + "y  z\nw", b: "it's so" }],
    [
      "a: x\n  y # c\nb: [x y, {z}, k: v, ? q : r]\n",
      { a: "x y", b: ["x y", { z: null }, { k: "v" }, { q: "r" }] },
    ],
    ["a:\n- x\n- - w\n-\nb:\n", { a: ["x", ["w"], null], b: null }],
    ["? a\n: b\n? c\n", { a: "b", c: null }],
    ["{a: 1}}", { a: 1 }],
    ["a: b\n...\n[", { a: "b" }],
  ])("%j", (text, value) => {
    expect(parseYaml(text)).toEqual(value);
  });
});

test("parseYamlText() takes time linear in the text", () => {
  const started = process.cpuUsage().user;
  parseYamlText(`${"[".repeat(900)}${"a,".repeat(100_000)}${"]".repeat(900)}`);
  parseYamlText(`a: "${" \\x41".repeat(100_000)}"`);
  expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(5);
});
