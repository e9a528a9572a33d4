import { expect, test } from "vitest";
import type { TokenOwner } from "./authenticate-token.ts";
import { rememberTokens } from "./authenticate-token.ts";

function remembering(owner: TokenOwner) {
  const asked: string[] = [];
  const clock = { now: 0 };
  const ask = rememberTokens(
    async (token) => {
      asked.push(token);
      return owner;
    },
    { acceptedMs: 100, refusedMs: 10, now: () => clock.now },
  );
  return { ask, asked, clock };
}

test("an owner is remembered for its time, for the same audiences only", async () => {
  const { ask, asked, clock } = remembering({ user: { username: "a", groups: [] }, audiences: [] });
  await Promise.all([ask("t"), ask("t")]);
  await ask("t");
  expect(asked.length).toBe(1);
  await ask("t", ["x"]);
  expect(asked.length).toBe(2);
  clock.now = 100;
  await ask("t");
  expect(asked.length).toBe(3);
});

test("an unknown token is remembered for another time, a problem not at all", async () => {
  const unknown = remembering(undefined);
  const broken = remembering({ problem: "away" });
  for (const { ask } of [unknown, unknown, broken, broken]) await ask("t");
  expect([unknown.asked.length, broken.asked.length]).toEqual([1, 2]);
});

test("unknown tokens do not displace accepted ones", async () => {
  const asked: string[] = [];
  const ask = rememberTokens(
    async (token) => {
      asked.push(token);
      return token === "jane's" ? { user: { username: "jane", groups: [] }, audiences: [] } : undefined;
    },
    { acceptedMs: 100, refusedMs: 100, now: () => 0 },
  );
  await ask("jane's");
  for (let i = 0; i < 10_000; i++) await ask(`guess ${i}`);
  await ask("jane's");
  expect(asked.filter((token) => token === "jane's").length).toBe(1);
});

test("so many tokens are asked about at a time as is wanted", async () => {
  const answers: (() => void)[] = [];
  const ask = rememberTokens(() => new Promise((resolve) => answers.push(() => resolve(undefined))), {
    acceptedMs: 0,
    refusedMs: 0,
    now: () => 0,
    mostAtOnce: 1,
  });
  const first = ask("a");
  await expect(ask("b")).rejects.toMatchObject({ status: { code: 429 } });
  for (const answer of answers) answer();
  expect(await first).toBeUndefined();
});
