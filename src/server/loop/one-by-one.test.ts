import { expect, test } from "vitest";
import { OneByOne } from "./one-by-one.ts";

test("lets one go for each turn of the loop, and clients take turns", async () => {
  const turns: (() => void)[] = [];
  const queue = new OneByOne((act) => void turns.push(act));
  const went: string[] = [];
  for (const client of ["a", "a", "b"]) void queue.turn(client).then(() => went.push(client));
  const after: string[][] = [];
  while (turns.length > 0) {
    turns.shift()?.();
    await Promise.resolve();
    after.push([...went]);
  }
  expect(after).toEqual([["a"], ["a", "b"], ["a", "b", "a"]]);
});
