import { expect, test } from "vitest";
import { decodeFile } from "./decode-file.ts";
import { decodeOwnKind } from "./other-kind.ts";

const read = (apiVersion: string, kind: string): unknown =>
  decodeOwnKind(`apiVersion: ${apiVersion}\nkind: ${kind}\n`, {}, (goType) => `got ${goType}`);

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
  expect(() => decodeFile(text, {})).toThrow(problem);
});
