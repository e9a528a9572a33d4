import { expect, test } from "vitest";
import { heapUsed } from "../../../test/parts/collect-garbage.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { parseRequestInfo } from "../accept/request-info.ts";
import { KnownCosts } from "./known-costs.ts";
import type { LoopUser } from "./loop-budget.ts";

function ask(url: string, username = "jane"): LoopUser {
  const request = memoryRequest({ url });
  return { request, info: parseRequestInfo(request), user: { username } } as LoopUser;
}

test("what was quick is not remembered, what takes long is", () => {
  const costs = new KnownCosts();
  costs.learn(ask("/api/v1/pods"), 0.1);
  expect(costs.of(ask("/api/v1/pods"))).toBe(0);
  for (let i = 0; i < 40; i++) costs.learn(ask("/api/v1/pods"), 200);
  expect(costs.of(ask("/api/v1/pods"))).toBeGreaterThan(150);
});

test.each([20, 10, 3])("one in %i that takes long does not make the others slow", (every) => {
  const costs = new KnownCosts();
  for (let i = 0; i < 300; i++) {
    costs.learn(ask("/api/v1/pods"), i % every === 0 ? 200 : 0.4);
    expect(costs.of(ask("/api/v1/pods"))).toBeLessThan(1);
  }
});

test("several in a row that take long, after many that did not, do not make the others slow", () => {
  const costs = new KnownCosts();
  for (let i = 0; i < 57; i++) costs.learn(ask("/api/v1/pods"), i > 50 ? 200 : 0.2);
  expect(costs.of(ask("/api/v1/pods"))).toBeLessThan(1.5);
});

test("neither other users nor pages nor other resources pay for it", () => {
  const costs = new KnownCosts();
  costs.learn(ask("/api/v1/pods"), 200);
  expect(costs.of(ask("/api/v1/pods", "john"))).toBe(0);
  expect(costs.of(ask("/api/v1/pods?limit=5"))).toBe(0);
  expect(costs.of(ask("/api/v1/secrets"))).toBe(0);
});

test("what has become quick is forgotten", () => {
  const costs = new KnownCosts();
  costs.learn(ask("/api/v1/pods"), 200);
  for (let i = 0; i < 40; i++) costs.learn(ask("/api/v1/pods"), 0.1);
  expect(costs.of(ask("/api/v1/pods"))).toBe(0);
});

test("no number of sorts fills the memory", () => {
  const costs = new KnownCosts();
  for (let i = 0; i < 3000; i++) costs.learn(ask("/api/v1/pods", `u${i}`), 50);
  expect(costs.of(ask("/api/v1/pods", "u0"))).toBe(0);
  expect(costs.of(ask("/api/v1/pods", "u2999"))).toBeGreaterThan(0);
});

test("what is known keeps no long path alive", () => {
  const costs = new KnownCosts();
  const before = heapUsed();
  for (let i = 0; i < 200; i++) costs.learn(ask(`/${i}${"x".repeat(1 << 20)}`), 200);
  expect(heapUsed() - before).toBeLessThan(50 << 20);
});
