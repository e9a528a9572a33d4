import { readFileSync, rmSync } from "node:fs";
import { Document } from "../../../api/object/document.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { Storage } from "../../storage.ts";
import { openLmdbStorage } from "../lmdb-storage.ts";
import { type DamageCase, damage, lineOf } from "./damage-cases.tool.ts";
import { inspectStore } from "./inspect-store.ts";

/**
 * A process of its own for a test: it opens one damaged store after the other, which could end it. Says on stdout, a
 * JSON line each, which one is next and what came of it.
 */
const [original = "", scratch = "", file = ""] = process.argv.slice(2);

/** The cases, and the keys that are read. */
const { cases: all, keys }: { cases: DamageCase[]; keys: string[] } = JSON.parse(readFileSync(file, "utf8"));
for (const [index, one] of all.entries()) {
  process.stdout.write(`${JSON.stringify({ next: one.name })}\n`);
  const path = `${scratch}/${index}`;
  damage(original, path, one);
  process.stdout.write(`${JSON.stringify(await open(path))}\n`);
  rmSync(path, { recursive: true, force: true });
}

interface Outcome {
  readonly entries?: readonly string[];
  readonly refused?: string;
  readonly listError?: string | undefined;
}

/**
 * Returns the contents, or the reason why the store cannot be opened. A store that could be opened accepts
 * writes, and is whole afterwards.
 */
async function open(path: string): Promise<Outcome> {
  try {
    const storage = await openLmdbStorage({ path });
    const listError = await storage.list("/").then(() => undefined, messageOf);
    const entries = await Promise.all(keys.map((key) => read(storage, key)));
    const written = await storage.create("/new", () => new Document({ kind: "New" }));
    if (written.kind === "written") await storage.delete("/new", written.entry.revision);
    await storage.close();
    const damage = inspectStore(path)?.damage ?? [];
    return { entries: [...entries, ...damage.map(({ message }) => message)], listError };
  } catch (error) {
    return { refused: messageOf(error) };
  }
}

/** Returns the entry in the form of `lineOf`, or the error. */
async function read(storage: Storage, key: string): Promise<string> {
  try {
    const entry = await storage.get(key);
    return entry === undefined ? `${key} is absent` : lineOf(entry);
  } catch (error) {
    return messageOf(error);
  }
}
