import { afterEach, expect, it } from "vitest";
import { containCrashes } from "./contain-crashes.ts";

const EVENTS = ["uncaughtException", "unhandledRejection"] as const;
let release: (() => void) | undefined;
afterEach(() => release?.());

it("containCrashes logs what nobody caught, whatever it is, until it is taken away", () => {
  const listenersOf = () => EVENTS.map((event) => process.rawListeners(event) as ((why: unknown) => void)[]);
  const before = listenersOf();
  const seen: unknown[] = [];
  release = containCrashes((severity, message, fields) => seen.push([severity, message, fields]));
  const added = listenersOf().map((listeners, i) => listeners.filter((one) => !before[i]?.includes(one)));
  expect(added.map(({ length }) => length)).toEqual([1, 1]);
  for (const why of [new Error("boom"), undefined, Object.create(null)])
    for (const [listener] of added) listener?.(why);
  expect(seen).toHaveLength(6);
  expect(seen[1]).toMatchObject(["error", "uncaught error", { origin: "unhandledRejection" }]);
  expect(JSON.stringify(seen)).toContain("Error: boom");
  release();
  expect(listenersOf()).toEqual(before);
});
