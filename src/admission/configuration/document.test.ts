import { expect, test, vi } from "vitest";
import { readDocument } from "./document.ts";

test("readDocument() prints nothing of what it reads", () => {
  const emit = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  try {
    readDocument("{ secret: x }: y");
    expect(emit).not.toHaveBeenCalled();
  } finally {
    emit.mockRestore();
  }
});
