import { expect, test } from "vitest";
import { Lines } from "./lines.ts";

test("lines that are made when they are read stand where they were announced", () => {
  const lines = new Lines<string>();
  lines.pushLater(() => ["a", "b"]);
  lines.push("c");
  lines.pushLater(() => []);
  lines.pushLater(() => ["d"]);
  lines.push("e");
  expect(lines.all).toEqual(["a", "b", "c", "d", "e"]);
  expect(lines.written).toEqual(["c", "e"]);
});
