import { expect, it, vi } from "vitest";
import { AuditLines } from "./audit-lines.ts";
import type { ToParent } from "./messages.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("AuditLines sends the lines of one turn together, and reports what the parent has written", async () => {
  const send = vi.fn<(message: ToParent) => void>();
  const lines = new AuditLines(send);
  const file = lines.file(true);
  const outcomes = Promise.all([file.write("a\n"), file.write("b\n")]);
  await turn();
  expect(send).toHaveBeenCalledExactlyOnceWith({ kind: "audit", lines: ["a\n", "b\n"], number: 1 });
  lines.stored(1, [true, false]);
  expect(await outcomes).toEqual([true, false]);
});

it("AuditLines reports at once that a line is on its way, and closes when all are written", async () => {
  const lines = new AuditLines(() => {});
  const file = lines.file(false);
  expect(file.write("a\n")).toBe(true);
  await turn();
  let isClosed = false;
  const closed = file.close().then(() => {
    isClosed = true;
  });
  await turn();
  expect(isClosed).toBe(false);
  lines.stored(1, [true]);
  await closed;
});

it("AuditLines loses lines when the parent does not write them", async () => {
  const file = new AuditLines(() => {}).file(false);
  const line = "x".repeat(20 << 20);
  expect([1, 2, 3, 4].map(() => file.write(line))).toEqual([true, true, true, false]);
});
