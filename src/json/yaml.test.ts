import { expect, test, vi } from "vitest";
import { parseYaml } from "./yaml.ts";

test("parseYaml: of a key given twice the last value counts", () => {
  expect(parseYaml("a: 1\na: 2\n")).toEqual({ a: 2 });
});

test("parseYaml prints nothing of what it reads", () => {
  const emit = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  try {
    expect(() => parseYaml("%secret: x\n---\na: [")).toThrow();
    expect(parseYaml("%secret\n---\na: 1\n")).toEqual({ a: 1 });
    expect(emit).not.toHaveBeenCalled();
  } finally {
    emit.mockRestore();
  }
});
