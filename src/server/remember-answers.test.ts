import { expect, test } from "vitest";
import { rememberAnswers } from "./remember-answers.ts";

test("the same question is asked once at a time, and its answer kept for its time", async () => {
  const clock = { now: 0 };
  let asked = 0;
  const askOnce = rememberAnswers<number>(2, () => clock.now);
  const ask = (key = "a") =>
    askOnce(
      key,
      async () => ++asked,
      () => 10,
    );
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(ask()).toBe(1);
  clock.now = 10;
  expect(await ask()).toBe(2);
  await ask("b");
  await ask("c");
  expect(await ask()).toBe(5);
});

test("a failure is not kept", async () => {
  const askOnce = rememberAnswers<string>(2, () => 0);
  const fails = () => Promise.reject(new Error("no route"));
  const once = () => 10;
  await expect(askOnce("a", fails, once)).rejects.toThrow("no route");
  expect(await askOnce("a", async () => "there", once)).toBe("there");
});
