import { describe, expect, test } from "vitest";
import { readDocument, readYamlOrJson } from "./document.ts";

describe("readDocument", () => {
  test("reads the first document of YAML 1.1", () => {
    expect(readDocument("---\na: yes\nb: 010\n---\nc: d\n").value).toEqual({ a: true, b: 8 });
  });

  test("names keys that are given twice", () => {
    expect(readDocument("a: 1\na: 2\n").yamlComplaint).toBe(
      'yaml: unmarshal errors:\n  line 2: key "a" already set in map',
    );
  });

  test.each([
    [
      "{a: b}",
      "couldn't get version/kind; json parse error: invalid character 'a' looking for beginning of object key string",
    ],
    [
      '{"a": 1} x',
      "couldn't get version/kind; json parse error: invalid character 'x' after top-level value",
    ],
    ["a: *b\n", "yaml: unknown anchor 'b' referenced"],
    ["a: b\n  c: d\n", "yaml: line 2: mapping values are not allowed in this context"],
    ["a: [\n", "yaml: line 1: did not find expected node content"],
  ])("refuses %j: %s", (text, problem) => {
    expect(() => readDocument(text)).toThrow(problem);
  });
});

test("readYamlOrJson() reads flow style, too", () => {
  expect(readYamlOrJson("{a: b}")).toEqual({ a: "b" });
});
