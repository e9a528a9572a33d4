import { expect, test } from "vitest";
import { rememberAnswers } from "./remember-answers.ts";

const TEN = { accepts: true, forMs: 10 };

test("the same question is asked once at a time, and its answer kept for its time", async () => {
  const clock = { now: 0 };
  let asked = 0;
  const askOnce = rememberAnswers<number>(2, () => clock.now);
  const ask = (key = "a") =>
    askOnce(
      key,
      async () => ++asked,
      () => TEN,
    );
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(ask()).toBe(1);
  clock.now = 10;
  expect(await ask()).toBe(2);
  await ask("b");
  await ask("c");
  expect(await ask("c")).toBe(4);
  expect(await ask()).toBe(5);
});

test("a failure is not kept", async () => {
  const askOnce = rememberAnswers<string>(2, () => 0);
  const fails = () => Promise.reject(new Error("no route"));
  const once = () => TEN;
  await expect(askOnce("a", fails, once)).rejects.toThrow("no route");
  expect(await askOnce("a", async () => "there", once)).toBe("there");
});

test("no more than a thousand questions are under way", async () => {
  const answers: (() => void)[] = [];
  const askOnce = rememberAnswers<number>(2, () => 0);
  const ask = (key: number) =>
    askOnce(
      `guess ${key}`,
      () => new Promise<number>((resolve) => answers.push(() => resolve(key))),
      () => TEN,
    );
  const first = Array.from({ length: 1000 }, (_, i) => ask(i));
  await expect(ask(1000)).rejects.toMatchObject({ status: { code: 429 } });
  const shared = ask(0);
  for (const answer of answers) answer();
  expect(await Promise.all([...first, shared])).toHaveLength(1001);
  expect(answers.length).toBe(1000);
});

test("no more than 32 million characters of questions are under way", async () => {
  const answers: (() => void)[] = [];
  const askOnce = rememberAnswers<number>(100, () => 0);
  const ask = (key: number) =>
    askOnce(
      `${key}${"x".repeat(1 << 20)}`,
      () => new Promise<number>((resolve) => answers.push(() => resolve(key))),
      () => TEN,
    );
  const first = Array.from({ length: 31 }, (_, i) => ask(i));
  await expect(ask(31)).rejects.toMatchObject({ status: { code: 429 } });
  for (const answer of answers) answer();
  await Promise.all(first);
  const later = ask(31);
  answers.at(-1)?.();
  expect(await later).toBe(31);
});
