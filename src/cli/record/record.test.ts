import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { record } from "./record.ts";

const folder = folderForTests();

test("record refuses a file without a single audit event, and writes no recording", async () => {
  const file = join(folder, "deployment.yaml");
  const out = join(folder, "r.jsonl");
  writeFileSync(file, "apiVersion: apps/v1\nkind: Deployment\n");
  const flags = { out, fromAuditLog: [file], most: 1, mask: [], masking: true };
  await expect(record(flags, () => {})).rejects.toThrow(`${file}: no line is an event of audit.k8s.io`);
  expect(existsSync(out)).toBe(false);
});
