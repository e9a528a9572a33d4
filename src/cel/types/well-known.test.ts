import { expect, it } from "vitest";
import { declareVariables } from "../kubernetes/declare.ts";
import { compile } from "../program.ts";
import { CelError } from "../values/values.ts";

const OVERFLOW = "value type: integer overflow";

it.each([
  ["google.protobuf.Timestamp{seconds: 5, nanos: 7} == timestamp('1970-01-01T00:00:05.000000007Z')", true],
  ["google.protobuf.Duration{seconds: 5, nanos: -7} < duration('5s')", true],
  ["google.protobuf.Empty{} == google.protobuf.Empty{}", true],
  ["google.protobuf.BoolValue{}", false],
  ["google.protobuf.Int32Value{value: 3000000000}", "Int32Value.value value type: integer overflow"],
  ["google.protobuf.UInt32Value{value: 5000000000u}", "value type: unsigned integer overflow"],
  ["google.protobuf.Timestamp{nanos: 3000000000}", `google.protobuf.Timestamp.nanos ${OVERFLOW}`],
  ["google.protobuf.Any{} == 1", "unsupported conversion to ref.Val: (*dynamicpb.Message)"],
  ["duration{seconds: 1} == duration('1s')", "unknown type 'duration'"],
  ["null_type{} == null", "unknown type 'null_type'"],
])("%s", (expression, expected) => {
  const made = compile(expression, declareVariables({}));
  const value = made.kind === "program" ? made.run({}).value : made.text;
  if (typeof expected === "string") expect(value instanceof CelError && value.message).toContain(expected);
  else expect(value).toBe(expected);
});
