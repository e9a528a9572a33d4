import { expect, test } from "vitest";
import { refuseOtherKind } from "./apiserver-kinds.ts";
import { decodeStrictly } from "./strict-decode.ts";

const read = (apiVersion: string, kind: string): void => {
  try {
    decodeStrictly(`apiVersion: ${apiVersion}\nkind: ${kind}\n`, new Map());
  } catch (error) {
    refuseOtherKind(error, (goType) => `got ${goType}`);
  }
};

test("files for other flags are told from files of no kind", () => {
  expect(() => read("apiserver.config.k8s.io/v1beta1", "TracingConfiguration")).toThrow(
    "got *apiserver.TracingConfiguration",
  );
  expect(() => read("apiserver.config.k8s.io/v1beta1", "EncryptionConfiguration")).toThrow(
    'no kind "EncryptionConfiguration" is registered for version "apiserver.config.k8s.io/v1beta1"',
  );
});

test.each([
  [
    "[]",
    "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct {",
  ],
  [
    "apiVersion: 5\nkind: x\n",
    "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .apiVersion of type string",
  ],
  ["apiVersion: a/b/c\nkind: x\n", "unexpected GroupVersion string: a/b/c"],
])("%j is refused: %s", (text, problem) => {
  expect(() => decodeStrictly(text, new Map())).toThrow(problem);
});
