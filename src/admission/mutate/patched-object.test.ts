import { expect, test } from "vitest";
import { atOnce } from "../../api/steps.ts";
import { stubPorts } from "../stub-ports.ts";
import { readPatched } from "./patched-object.ts";

const POD = { group: "", version: "v1", kind: "Pod" };
const before = { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } };

test("readPatched() says what came in place of a built-in object, in the words of Go", () => {
  const read = (patched: unknown[] | string) => () =>
    atOnce(readPatched(before, patched as never, POD, stubPorts()));
  const typed = 'of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""';
  expect(read([])).toThrow(
    `couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value ${typed}`,
  );
  expect(read("x")).toThrow(`json: cannot unmarshal string into Go value ${typed}`);
});
