import { describe, expect, test } from "vitest";
import { managerName } from "./manager-name.ts";

describe("managerName", () => {
  test.each([
    ["kubectl/v1.36.3 (linux/amd64)", "kubectl"],
    ["node-fetch", "node-fetch"],
    [undefined, ""],
    ["/x", ""],
    ["a\tb/1", "ab"],
    ["x".repeat(200), "x".repeat(128)],
    [Buffer.from("é".repeat(100)).toString("latin1"), "é".repeat(64)],
  ])("managerName of %j is %j", (userAgent, name) => {
    expect(managerName(userAgent)).toBe(name);
  });
});
