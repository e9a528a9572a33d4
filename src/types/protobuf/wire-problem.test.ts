import { describe, expect, test } from "vitest";
import { envelopeProblem, wireProblem } from "./wire-problem.ts";

const POD = "core/v1.Pod";
const problem = (typeName: string, ...bytes: number[]): string | undefined =>
  wireProblem(typeName, Uint8Array.from(bytes));

// Errors of kube-apiserver 1.36.3 for these bytes.
describe("wireProblem", () => {
  test.each<[string, string, number[], string | undefined]>([
    ["nothing", POD, [], undefined],
    ["an unknown field of each wire type", POD, [0x78, 1, 0x7a, 1, 65, 0x7d, 1, 2, 3, 4], undefined],
    ["a group that nobody knows", POD, [0x7b, 0x08, 1, 0x7c], undefined],
    ["another wire type", POD, [0x08, 1], "proto: wrong wireType = 0 for field ObjectMeta"],
    ["the same in a list", "core/v1.PodList", [0x08, 1], "proto: wrong wireType = 0 for field ListMeta"],
    ["the same in a Status", "meta/v1.Status", [0x08, 1], "proto: wrong wireType = 0 for field ListMeta"],
    [
      "the same in a list of resources",
      "meta/v1.APIResourceList",
      [0x10, 5],
      "proto: wrong wireType = 0 for field APIResources",
    ],
    ["text that is no message", "meta/v1.WatchEvent", [0x12, 4, 0x72, 0x75, 0x6e, 0x63], "unexpected EOF"],
    ["raw text that is no JSON", "meta/v1.WatchEvent", [0x12, 3, 0x0a, 1, 0x78], undefined],
    [
      "a wire type that is none, of a known field",
      POD,
      [0x0e],
      "proto: wrong wireType = 6 for field ObjectMeta",
    ],
    ["a wire type that is none", POD, [0x7f], "proto: illegal wireType 7"],
    ["the end of a group", POD, [0x7c], "proto: Pod: wiretype end group for non-group"],
    [
      "the end of a group behind that of another",
      POD,
      [0x7b, 0x7c, 0x7c],
      "proto: Pod: wiretype end group for non-group",
    ],
    ["field 0", POD, [0x02, 0], "proto: Pod: illegal tag 0 (wire type 2)"],
    ["a message that is cut", POD, [0x0a, 5, 0x0a], "unexpected EOF"],
    ["a tag that is cut", POD, [0x80], "unexpected EOF"],
    [
      "a length that is too long to be one",
      POD,
      [0x0a, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1],
      "proto: negative length found during unmarshaling",
    ],
    [
      "a number that is too long",
      POD,
      [0x0a, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 1],
      "proto: integer overflow",
    ],
    [
      "an initialism",
      "policy/v1.PodDisruptionBudget",
      [0x0a, 2, 0x28, 0],
      "proto: wrong wireType = 0 for field UID",
    ],
    ["a field of a time", "core/v1.Event", [0x32, 2, 0x0a, 0], "proto: wrong wireType = 2 for field Seconds"],
    ["a list that ends behind its message", POD, [0x0a, 2, 0x0a, 5, 1, 1, 1, 1, 1], "unexpected EOF"],
  ])("%s", (_, typeName, bytes, expected) => {
    expect(problem(typeName, ...bytes)).toBe(expected);
  });
});

test("envelopeProblem names the fields of the envelope", () => {
  expect(envelopeProblem(Uint8Array.from([0x10, 1]))).toBe("proto: wrong wireType = 0 for field Raw");
});
