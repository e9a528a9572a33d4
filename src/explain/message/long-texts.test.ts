import { expect, test } from "vitest";
import { explainMessage } from "./explain-message.ts";

test.each(["x", 'a: "', ", a.b: ", '"a" is invalid: ', "error in add for path: '", " ("])(
  "a long text without an error takes no long time: %j",
  (part) => {
    const line = part.repeat(4000 / part.length);
    const told = Array.from({ length: 250 }, () => line).join("\n");
    const before = process.cpuUsage();
    explainMessage(told, []);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  },
);

test("long lines and many errors take no long time", () => {
  const told = Array.from(
    { length: 1000 },
    (_, i) => `failed calling webhook "${i}": ${"x".repeat(20_000)}\\"`,
  ).join("\n");
  const before = process.cpuUsage();
  expect(explainMessage(told, []).length).toBe(50);
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});
