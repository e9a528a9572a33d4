import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openAuditFile } from "./audit-file.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sallyport-audit-"));
});
afterAll(() => rm(dir, { recursive: true }));

it("openAuditFile appends lines, and goes on when the place for them is back", async () => {
  const path = join(dir, "later", "audit.log");
  const complaints: unknown[] = [];
  const file = openAuditFile(path, (_severity, message) => complaints.push(message));
  file.write("lost\n");
  await expect.poll(() => complaints).toEqual(["audit events cannot be written"]);
  await mkdir(join(dir, "later"));
  file.write("one\n");
  file.write("two\n");
  await file.close();
  expect(await readFile(path, "utf8")).toBe("one\ntwo\n");
});

it("openAuditFile closes although nothing can be written", async () => {
  const complaints: unknown[] = [];
  const file = openAuditFile(join(dir, "missing", "audit.log"), (_severity, message) =>
    complaints.push(message),
  );
  file.write("lost\n");
  await file.close();
  expect(complaints).toHaveLength(1);
});
