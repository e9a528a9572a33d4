import { expect, test } from "vitest";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { sealing } from "../contract/tools.ts";
import { openLmdbStorage } from "./lmdb-storage.ts";
import { assertKept, type Line, startWriter, type Writer } from "./writer.tool.ts";

test.each([
  ["always", 5],
  ["second", 3],
  ["never", 2],
] as const)(
  "openLmdbStorage with sync %s finds every acknowledged write after kill -9, and none half written",
  async (sync, rounds) => {
    const path = folderForTest();
    const lines: Line[] = [];
    for (let round = 0; round < rounds; round++) {
      const writer = startWriter(path, { sync });
      await waitForLine(writer, "acknowledged");
      await sleep(Math.random() * 300);
      writer.process.kill("SIGKILL");
      await writer.gone;
      lines.push(...writer.lines);

      // A killed server may be followed by one with another choice.
      const storage = await openLmdbStorage({ path, ...(round % 2 === 0 && { sync }) });
      const { entries } = await storage.list("");
      assertKept(lines, entries);
      const newest = Math.max(
        ...lines.flatMap(({ kind, revision }) => (kind === "acknowledged" ? revision : [])),
      );
      expect(storage.revision).toBeGreaterThanOrEqual(newest);
      // The result of an unanswered write is now known: the next round starts from it.
      lines.length = 0;
      for (const { key, revision, document } of entries) {
        const { n } = document.value as { n: number };
        lines.push({ kind: "acknowledged", key, n, revision, code: "", keys: 0 });
      }
      await storage.close();
    }
    expect(lines.length).toBeGreaterThan(0);
  },
);

test.skipIf(process.platform === "win32")(
  "openLmdbStorage refuses writes when a file cannot grow, and lives on",
  async () => {
    const path = folderForTest();
    const writer = startWriter(path, { limitKb: 800 });
    await writer.gone;
    expect(writer.process.exitCode).toBe(0);
    const failures = writer.lines.filter(({ kind }) => kind === "failed");
    for (const { code } of failures) expect(["NoSpace", "Failed"]).toContain(code);
    // Every writer ended with an error, and the store still answered and closed.
    expect(failures).toHaveLength(16);
    expect(writer.lines.at(-1)?.kind).toBe("verified");
    const acknowledged = writer.lines.filter(({ kind }) => kind === "acknowledged");
    expect(acknowledged.length).toBeGreaterThan(16);

    const storage = await openLmdbStorage({ path });
    assertKept(writer.lines, (await storage.list("")).entries);
    expect((await storage.create("/more", sealing({}))).kind).toBe("written");
    await storage.close();
  },
);

async function waitForLine({ lines, process }: Writer, kind: Line["kind"]): Promise<void> {
  while (!lines.some((line) => line.kind === kind)) {
    if (process.exitCode !== null) throw new Error(`the writer ended with ${process.exitCode}`);
    await sleep(5);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
