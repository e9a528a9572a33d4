import { expect, test } from "vitest";
import { letEventsArrive } from "./tools.ts";

test("letEventsArrive waits for an immediate that was set before, however long the turn takes", async () => {
  await new Promise((resolve) => setImmediate(resolve));
  let ran = false;
  setImmediate(() => {
    ran = true;
  });
  const arrived = letEventsArrive();
  const start = performance.now();
  while (performance.now() - start < 5);
  await arrived;
  expect(ran).toBe(true);
});
