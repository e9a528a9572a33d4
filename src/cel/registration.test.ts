import { expect, it } from "vitest";
import { expressionProblem } from "./registration.ts";

it.each([
  ["object.metadata.name == 'x'", undefined],
  ["1 + 1", 'Invalid value: "1 + 1": must evaluate to bool but got int'],
  ["object.spec.flag", 'Invalid value: "object.spec.flag": must evaluate to bool but got dyn'],
  [
    "params.x == 1",
    "Invalid value: \"params.x == 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x == 1\n | ^",
  ],
  [
    "int('abc') == 1",
    "Internal error: program instantiation failed: type conversion error from 'string' to 'int'",
  ],
  // The type of the result is looked at before there is a program.
  ["int('abc')", "Invalid value: \"int('abc')\": must evaluate to bool but got int"],
])("expressionProblem of %s", (expression, message) => {
  expect(expressionProblem(expression, { params: false })?.message).toBe(message);
});

it("expressionProblem knows params when they are declared", () => {
  expect(expressionProblem("params.x == 1", { params: true })).toBeUndefined();
});

it("expressionProblem names several types that would do", () => {
  const problem = expressionProblem("1", { params: false, resultTypes: ["string", "null_type"] });
  expect(problem?.message).toBe('Invalid value: "1": must evaluate to one of [string null_type] but got int');
});

const START = "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

it.each([
  [
    "a[",
    `1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', '?', ${START}`,
  ],
  ["A{", "1:3: Syntax error: mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"],
  ["'a\tb\n", "1:1: Syntax error: token recognition error at: ''a\tb\n'"],
  ["'\\ud800'", "1:1: invalid unicode code point"],
])("expressionProblem of the text %j", (expression, message) => {
  expect(expressionProblem(expression, { params: false })?.message).toContain(`ERROR: <input>:${message}`);
});
