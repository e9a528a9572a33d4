import { readFileSync, rmSync } from "node:fs";
import { messageOf } from "../../../api/describe-error.ts";
import { openLmdbStorage } from "../lmdb-storage.ts";
import { type DamageCase, damage } from "./damage-cases.ts";
import { inspectStore } from "./inspect-store.ts";

/**
 * A process of its own for a test: it opens one damaged store after the other, which could end it. Says on stdout, a
 * JSON line each, which one is next and what came of it.
 */
const [original = "", scratch = "", cases = ""] = process.argv.slice(2);

const all: DamageCase[] = JSON.parse(readFileSync(cases, "utf8"));
for (const [index, one] of all.entries()) {
  process.stdout.write(`${JSON.stringify({ next: one.name })}\n`);
  const path = `${scratch}/${index}`;
  damage(original, path, one);
  process.stdout.write(`${JSON.stringify(await open(path))}\n`);
  rmSync(path, { recursive: true, force: true });
}

/** What is in it, or why it cannot be opened. What was opened can be written to, and is whole afterwards. */
async function open(path: string): Promise<{ entries?: string[]; refused?: string }> {
  try {
    const storage = await openLmdbStorage({ path });
    const { entries } = await storage.list("/");
    const found = entries.map(({ key, revision, document }) => `${key} ${revision} ${document.bytes.length}`);
    const [first] = entries;
    if (first !== undefined) await storage.delete(first.key, first.revision);
    await storage.close();
    return { entries: [...found, ...(inspectStore(path)?.damage ?? []).map(({ message }) => message)] };
  } catch (error) {
    return { refused: messageOf(error) };
  }
}
