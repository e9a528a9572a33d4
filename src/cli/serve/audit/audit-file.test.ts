import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderForTests } from "../../../../test/tools/scratch-folder.tool.ts";
import { openAuditFile } from "./audit-file.ts";

const dir = folderForTests();

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

it("openAuditFile makes a file for its owner, and warns of one that everybody can read", async () => {
  const complaints: unknown[] = [];
  const write = async (name: string): Promise<number> => {
    const path = join(dir, name);
    const file = openAuditFile(path, (_severity, message) => complaints.push(message));
    file.write("one\n");
    await file.close();
    return (await stat(path)).mode & 0o777;
  };
  expect(await write("new.log")).toBe(0o600);
  expect(complaints).toEqual([]);
  await writeFile(join(dir, "old.log"), "");
  await chmod(join(dir, "old.log"), 0o644);
  expect(await write("old.log")).toBe(0o644);
  await expect.poll(() => complaints).toEqual(["everybody on this machine can read the audit log"]);
});

it("openAuditFile keeps no more lines than memory is meant for while the disk takes none", async () => {
  const path = join(dir, "stalled.log");
  const complaints: unknown[] = [];
  const file = openAuditFile(path, (_severity, message) => complaints.push(message), {
    mostWaiting: 100,
  });
  // Before the file has been opened nothing is taken.
  for (let i = 0; i < 50; i++) file.write(`${"x".repeat(9)}\n`);
  expect(complaints).toEqual(["audit events are lost: the disk is too slow"]);
  // Lines are lost until the disk has said that it has taken the first ones, which is later than they can be read.
  const again = () => {
    file.write("again\n");
    return complaints.at(-1);
  };
  await expect.poll(again).toBe("audit events were lost");
  await file.close();
  expect(await readFile(path, "utf8")).toBe(`${"xxxxxxxxx\n".repeat(11)}again\n`);
});

it("openAuditFile sets a file aside that has become too large, and loses no line", async () => {
  const own = join(dir, "rotated");
  await mkdir(own);
  const path = join(own, "audit.log");
  const rotation = { maxSize: 20, maxAge: 0, maxBackups: 0, compress: false };
  await writeFile(path, "0123456789\n");
  const written = async (lines: readonly string[]): Promise<void> => {
    const file = openAuditFile(path, () => {}, { rotation });
    for (const line of lines) file.write(line);
    await file.close();
  };
  await written(["a\n"]);
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}\n`);
  await written(lines);
  const names = (await readdir(own)).filter((name) => name !== "audit.log").sort();
  const texts = await Promise.all([...names, "audit.log"].map((name) => readFile(join(own, name), "utf8")));
  expect(names.length).toBeGreaterThan(0);
  expect(texts.join("")).toBe(`0123456789\na\n${lines.join("")}`);
});

it("openAuditFile with confirms says of each line whether it is written, also while the file is set aside", async () => {
  const own = join(dir, "confirmed");
  await mkdir(own);
  const path = join(own, "audit.log");
  const rotation = { maxSize: 20, maxAge: 0, maxBackups: 0, compress: false };
  const file = openAuditFile(path, () => {}, { rotation, confirms: true });
  const outcomes = Array.from({ length: 30 }, (_, i) => file.write(`line ${i}\n`));
  expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => true));
  await file.close();
  await rm(own, { recursive: true });
  const missing = openAuditFile(path, () => {}, { confirms: true });
  expect(await missing.write("lost\n")).toBe(false);
  await mkdir(own);
  expect(await missing.write("written\n")).toBe(true);
  await missing.close();
});

it.skipIf(!existsSync("/dev/full"))(
  "openAuditFile with confirms says that a full disk takes no line",
  async () => {
    const complaints: unknown[] = [];
    const file = openAuditFile("/dev/full", (_severity, _message, fields) => complaints.push(fields), {
      confirms: true,
    });
    for (let i = 0; i < 3; i++) expect(await file.write("lost\n")).toBe(false);
    await file.close();
    expect(complaints[0]).toMatchObject({ error: expect.stringContaining("ENOSPC") });
  },
);
