import { expect, it } from "vitest";
import { compile } from "../program.ts";
import { environmentFor } from "./known-environments.ts";
import { compiledProblem } from "./registration.ts";

const problemOf = (expression: string, { params = false, resultTypes = ["bool"] } = {}) =>
  compiledProblem(expression, compile(expression, environmentFor({ params, authorizer: true })), resultTypes);

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
  // The type of the result is checked before there is a program.
  ["int('abc')", "Invalid value: \"int('abc')\": must evaluate to bool but got int"],
])("compiledProblem of %s", (expression, message) => {
  expect(problemOf(expression)?.message).toBe(message);
});

it("compiledProblem knows params when they are declared", () => {
  expect(problemOf("params.x == 1", { params: true })).toBeUndefined();
});

it("compiledProblem names several types that would do", () => {
  const problem = problemOf("1", { resultTypes: ["string", "null_type"] });
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
])("compiledProblem of the text %j", (expression, message) => {
  expect(problemOf(expression)?.message).toContain(`ERROR: <input>:${message}`);
});

// Names of types and messages, and their form in errors.
it.each([
  ["list.a", "1:5: type 'type(list(A))' does not support field selection"],
  ["list{a: 1}", "1:5: 'list' is not a message type", "1:7: undefined field 'a'"],
  ["map{a: 1}", "1:4: 'map' is not a message type"],
  ["type{a: 1}", "1:5: 'type' is not a message type", "1:7: unexpected failed resolution of 'type'"],
  ["net.IP{a: 1}", "1:7: 'net.IP' is not a message type", "1:9: unexpected failed resolution of 'net.IP'"],
  ["optional_type{}", "1:14: 'optional_type' is not a message type"],
  ["cidr('1.2.3.0/24').a", "1:19: type 'net.CIDR' does not support field selection"],
  ["object{a: 1}", "1:7: 'dyn' is not a type", "1:9: unexpected failed resolution of 'object'"],
  ["[1].all(int, int{})", "1:17: 'int' is not a type"],
  ["null_type{a: 1}", "1:12: unexpected failed resolution of 'google.protobuf.NullValue'"],
  [
    "google.protobuf.Duration{nanos: 2u}",
    "expected type of field 'nanos' is 'int' but provided type is 'uint'",
  ],
  ["google.protobuf.Any{a: 1}", "1:22: undefined field 'a'"],
  ["google.protobuf.Empty{}.a", "1:24: undefined field 'a'"],
  ["google.protobuf.Int64Value{}.a", "type 'wrapper(int)' does not support field selection"],
  ["[google.protobuf.Int64Value{}, null]", "1:32: expected type 'wrapper(int)' but found 'null'"],
  ["google.protobuf.Int64Value{}", "must evaluate to bool but got wrapper(int)"],
  ["google.protobuf.ListValue{}", "must evaluate to bool but got list(dyn)"],
  ["google.protobuf.Struct", "must evaluate to bool but got type(map(string, dyn))"],
  ["timestamp{seconds: 1}", "must evaluate to bool but got google.protobuf.Timestamp"],
  ["duration == int", "Internal error: program instantiation failed: reference to undefined type: duration"],
  [
    "(object{a: 1}).optMap(x, x)",
    "1:10: unexpected failed",
    "1:22: unexpected failed resolution of 'object'",
  ],
])("compiledProblem of the types in %s", (expression, ...parts) => {
  const message = problemOf(expression)?.message ?? "";
  for (const part of parts) expect(message).toContain(part);
});

it.each([
  "has(object.`a-b`)",
  "object.?`a/b.c d`.hasValue()",
  "kubernetes.GroupVersionKind{`group`: 'a'} != null",
])("compiledProblem accepts a name in backquotes: %s", (expression) =>
  expect(problemOf(expression)).toBeUndefined(),
);

it("compiledProblem takes a message of a bool for one", () => {
  expect(problemOf("google.protobuf.BoolValue{value: true}")).toBeUndefined();
});
