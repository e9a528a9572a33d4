import { expect, test } from "vitest";
import { KeptAnswers } from "./remember-answers.ts";

test("an answer is kept for its time, and replaced by a newer one", () => {
  const clock = { now: 0 };
  const kept = new KeptAnswers<string>(2, () => clock.now);
  kept.keep("a", "yes", { accepts: true, forMs: 10 });
  expect(kept.get("a")?.answer).toBe("yes");
  kept.keep("a", "no", { accepts: false, forMs: 10 });
  expect(kept.get("a")?.answer).toBe("no");
  clock.now = 10;
  expect(kept.get("a")).toBeUndefined();
});

test("refusals push out no answers that let somebody in, and only the oldest of their own", () => {
  const kept = new KeptAnswers<number>(2, () => 0);
  kept.keep("jane", 0, { accepts: true, forMs: 10 });
  for (let i = 1; i <= 100; i++) kept.keep(`guess ${i}`, i, { accepts: false, forMs: 10 });
  expect(["jane", "guess 98", "guess 99", "guess 100"].map((key) => kept.get(key)?.answer)).toEqual([
    0,
    undefined,
    99,
    100,
  ]);
});
