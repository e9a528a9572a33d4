import { expect, test } from "vitest";
import type { RequestContext } from "../request-context.ts";
import { runSteps, type Step } from "./run-steps.ts";

interface Seen {
  readonly context: RequestContext;
  readonly done: string[];
  isDone?: boolean;
}

const seen = (context: Partial<RequestContext> = {}): Seen => ({
  context: { isLarge: false, ...context } as RequestContext,
  done: [],
});

const step =
  (name: string, wait?: () => Promise<void>): Step<Seen> =>
  ({ done }) => {
    done.push(name);
    return wait?.();
  };

test("runSteps runs functions, promises and generators in order", async () => {
  const request = seen();
  const later = async () => void (await Promise.resolve());
  function* slow({ done }: Seen) {
    yield;
    done.push("c");
  }
  await runSteps([step("a"), step("b", later), slow, step("d")], request);
  expect(request.done).toEqual(["a", "b", "c", "d"]);
});

test("runSteps ends at the first error, and when the request is done", async () => {
  const failing = seen();
  const fail = () => {
    throw new Error("refused");
  };
  await expect(runSteps([step("a"), fail, step("b")], failing)).rejects.toThrow("refused");
  const rejecting = runSteps([step("a", () => Promise.reject(new Error("late"))), step("b")], failing);
  await expect(rejecting).rejects.toThrow("late");
  expect(failing.done).toEqual(["a", "a"]);
  const answered = seen();
  const answer = (request: Seen) => {
    request.isDone = true;
  };
  await runSteps([step("a"), answer, step("b")], answered);
  expect(answered.done).toEqual(["a"]);
});

test("runSteps pauses for other requests in a large one", async () => {
  let pauses = 0;
  const budget = { step: async () => void pauses++ };
  const large = seen({ isLarge: true, budget: budget as never });
  const busy = () => {
    for (const until = performance.now() + 6; performance.now() < until; );
  };
  function* slow() {
    busy();
    yield;
    busy();
  }
  await runSteps([slow, step("a")], large);
  expect([pauses, large.done]).toEqual([2, ["a"]]);
});
