import { expect, test } from "vitest";
import { ordersOf } from "./orders.ts";

const words = (pods: number): string[] =>
  ordersOf(pods).map(({ steps, authority }) => `${authority}: ${steps.map(({ kind }) => kind).join(" ")}`);

test("each order of the steps once, for one pod", () => {
  expect(words(1)).toEqual([
    "same: serve",
    "new: add serve remove",
    "new: add remove serve",
    "new: serve add remove",
    "new: serve remove add",
    "new: remove add serve",
    "new: remove serve add",
    "new: replace serve",
    "new: serve replace",
  ]);
});

test("two pods are alike: only when they change matters", () => {
  const orders = ordersOf(2);
  expect(orders).toHaveLength(1 + 12 + 3);
  expect(new Set(words(2)).size).toBe(16);
  for (const { steps } of orders)
    expect(steps.flatMap((step) => (step.kind === "serve" ? [step.pod] : []))).toEqual([0, 1]);
});
