import { expect, test } from "vitest";
import type { Steps } from "../../async/steps.ts";
import type { Attributes } from "../attributes.ts";
import { inPieces } from "./in-pieces.ts";

function* work(): Steps<string> {
  yield;
  yield;
  return "done";
}

test("inPieces asks after each step whether others are to have a turn", async () => {
  expect(inPieces(work(), {} as Attributes)).toBe("done");
  let asked = 0;
  const pacer = () => () => {
    asked++;
    return undefined;
  };
  expect(await inPieces(work(), { pacer } as unknown as Attributes)).toBe("done");
  expect(asked).toBe(2);
});
