import { expect, test } from "vitest";
import type { TokenOwner } from "./authenticate-token.ts";
import { rememberTokens } from "./remember-tokens.ts";

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

test("a token that nobody knows is remembered for another time, a problem not at all", async () => {
  const unknown = remembering(undefined);
  const broken = remembering({ problem: "away" });
  for (const { ask } of [unknown, unknown, broken, broken]) await ask("t");
  expect([unknown.asked.length, broken.asked.length]).toEqual([1, 2]);
});
