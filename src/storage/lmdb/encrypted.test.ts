import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sampledCount } from "../../../test/parts/sampled.ts";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { testRandomOperations } from "../contract/random-operations.tool.ts";
import { sealing, written } from "../contract/tools.ts";
import { describeStorage } from "../contract.ts";
import { scratchEncoding } from "../encryption/scratch-encoding.tool.ts";
import type { Storage } from "../storage.ts";
import { openLmdbStorage } from "./lmdb-storage.ts";
import { openScratch } from "./scratch.tool.ts";
import { damagedObject } from "./summed-value.ts";

const encrypted = { encoding: scratchEncoding("one") };

describeStorage("lmdb, encrypted", () => openScratch(encrypted));
/** With a short history the newest state of nearly all keys is read from the file. */
testRandomOperations(() => openScratch({ ...encrypted, historyChanges: 20 }), {
  operations: sampledCount(1_000),
});

const KEY = "/registry/secrets/default/a";

async function use(path: string, keys: readonly string[], run: (storage: Storage) => Promise<void>) {
  const storage = await openLmdbStorage({
    path,
    ...(keys.length > 0 && { encoding: scratchEncoding(...keys) }),
  });
  await run(storage);
  await storage.close();
}

const secret = sealing({ password: "plain-text-of-the-secret ".repeat(20) });

const textOfFiles = (path: string): string =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(path, name)).toString("latin1"))
    .join("");

test("no file of the store holds the text of what is encrypted", async () => {
  const path = folderForTest();
  await use(path, ["one"], async (storage) => {
    const { revision } = written(await storage.create(KEY, secret));
    expect(textOfFiles(path)).not.toContain("plain-text");
    written(await storage.update(KEY, revision, secret));
    for (let n = 0; n < 200; n++) written(await storage.create(`${KEY}${n}`, secret));
  });
  const text = textOfFiles(path);
  expect(text).not.toContain("plain-text");
  expect(text).toContain("k8s:enc:aesgcm:v1:one:");
});

test("a new first key writes, the former one reads, and what it has written is outdated", async () => {
  const path = folderForTest();
  await use(path, [], async (storage) => void written(await storage.create(KEY, secret)));
  await use(path, ["one"], async (storage) => {
    const entry = await storage.get(KEY);
    expect(storage.isOutdated?.(entry!)).toBe(true);
    const { entry: again } = written2(await storage.update(KEY, entry!.revision, secret));
    expect(storage.isOutdated?.(again)).toBe(false);
  });
  await use(path, ["two", "one"], async (storage) => {
    const entry = await storage.get(KEY);
    expect(entry?.document.value).toMatchObject({ password: expect.stringContaining("plain-text") });
    expect(storage.isOutdated?.(entry!)).toBe(true);
    written(await storage.update(KEY, entry!.revision, secret));
  });
  await use(path, ["two"], async (storage) => {
    expect(storage.isOutdated?.((await storage.get(KEY))!)).toBe(false);
  });
});

const written2 = (result: Awaited<ReturnType<Storage["update"]>>) => {
  if (result.kind !== "written") throw new Error("a conflict");
  return result;
};

test("without its key an object cannot be read; others can", async () => {
  const path = folderForTest();
  await use(path, ["one"], async (storage) => void written(await storage.create(KEY, secret)));
  await use(path, ["two"], async (storage) => {
    written(await storage.create(`${KEY}b`, secret));
    expect((await storage.get(`${KEY}b`))?.revision).toBe(3);
    await expect(storage.get(KEY)).rejects.toThrow("no matching prefix found");
    await expect(storage.list("/registry/secrets/")).rejects.toThrow("no matching prefix found");
  });
  await use(path, [], async (storage) => {
    await expect(storage.get(KEY)).rejects.toThrow("identity transformer tried to read encrypted data");
  });
});

test("a write that cannot be encrypted is refused alone", async () => {
  const path = folderForTest();
  const encoding = scratchEncoding("one");
  const storage = await openLmdbStorage({
    path,
    encoding: {
      ...encoding,
      encode(key, json) {
        if (key.endsWith("bad")) throw new Error("the plugin is away");
        return encoding.encode!(key, json);
      },
    },
  });
  const [good, bad] = await Promise.allSettled([
    storage.create(KEY, secret),
    storage.create(`${KEY}bad`, secret),
  ]);
  expect([good?.status, bad?.status]).toEqual(["fulfilled", "rejected"]);
  expect(await storage.get(`${KEY}bad`)).toBeUndefined();
  written(await storage.create(`${KEY}c`, secret));
  await storage.close();
});

test("a bit of an encrypted object that has turned over is an error of this object, and others are read", async () => {
  const path = folderForTest();
  await use(path, ["one"], async (storage) => {
    for (const name of ["a", "b"]) written(await storage.create(`/registry/secrets/default/${name}`, secret));
  });
  const file = join(path, "data.mdb");
  const bytes = readFileSync(file);
  const start = bytes.indexOf("k8s:enc:aesgcm:v1:one:");
  const copied = Buffer.from(bytes.subarray(start, start + 100));
  // The pages of older transactions have copies.
  for (let at = start; at >= 0; at = bytes.indexOf(copied, at)) bytes[at + 60] = (bytes[at + 60] ?? 0) ^ 4;
  writeFileSync(file, bytes);
  const told: string[] = [];
  const storage = await openLmdbStorage({
    path,
    encoding: scratchEncoding("one"),
    tellOfDamage: (complaint) => told.push(complaint),
  });
  onTestFinished(() => storage.close());
  const complaint = told[0] ?? "";
  const [, name = ""] =
    /^the object under \/registry\/secrets\/default\/([ab]) is damaged: /.exec(complaint) ?? [];
  const other = name === "a" ? "b" : "a";
  expect(told).toEqual([damagedObject(`/registry/secrets/default/${name}`)]);
  await expect(storage.get(`/registry/secrets/default/${name}`)).rejects.toThrow(complaint);
  await expect(storage.list("/registry/secrets/")).rejects.toThrow(complaint);
  expect((await storage.get(`/registry/secrets/default/${other}`))?.document.value).toBeDefined();
  const left: string[] = [];
  const { entries } = await storage.list("/registry/", { unreadable: (key) => left.push(key) });
  expect([entries.map(({ key }) => key), left]).toEqual([
    [`/registry/secrets/default/${other}`],
    [`/registry/secrets/default/${name}`],
  ]);
});
