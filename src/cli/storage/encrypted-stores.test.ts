import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newDataDir, removeDataDir } from "../../../test/parts/server.ts";
import { createEncoding } from "../../storage/encryption/encoding.ts";
import { openLmdbStorage } from "../../storage/lmdb/lmdb-storage.ts";
import { createMaps } from "../../storage/moves/moves.tool.ts";
import type { Storage } from "../../storage/storage.ts";
import { openEncryption } from "../encryption/open-encryption.ts";
import { storedSerialization } from "../encryption/stored-serialization.ts";
import { runCheck } from "./run-check.ts";
import { runCopy } from "./run-copy.ts";
import { runRestore, runSnapshot } from "./run-snapshot.ts";

const silent = { write: () => true };
const COUNT = 20;

function dataDir(): string {
  const dir = newDataDir();
  onTestFinished(() => removeDataDir(dir));
  return dir;
}

/** Keys by their names, the first one writes. */
function configuration(dir: string, ...names: readonly string[]): string {
  const path = join(dir, `${names.join("-")}.yaml`);
  const keys = names.map((name) => ({ name, secret: Buffer.alloc(32, name).toString("base64") }));
  const providers = [{ aesgcm: { keys } }, { identity: {} }];
  const kind = { kind: "EncryptionConfiguration", apiVersion: "apiserver.config.k8s.io/v1" };
  writeFileSync(path, JSON.stringify({ ...kind, resources: [{ resources: ["configmaps"], providers }] }));
  return path;
}

async function use(dir: string, path: string, run: (storage: Storage) => Promise<void>): Promise<void> {
  const { transformerOf, close } = await openEncryption(path, false, () => {});
  const encoding = createEncoding({ serialization: storedSerialization("application/json"), transformerOf });
  const storage = await openLmdbStorage({ path: join(dir, "data"), encoding });
  await run(storage);
  await storage.close();
  close();
}

async function filled(): Promise<{ dir: string; one: string }> {
  const dir = dataDir();
  const one = configuration(dir, "one");
  await use(dir, one, (storage) => createMaps(storage, 1, COUNT));
  return { dir, one };
}

const readAll = (dir: string, path: string): Promise<void> =>
  use(dir, path, async (storage) => {
    const { entries } = await storage.list("/registry/configmaps/");
    expect(entries.map(({ document }) => document.value)).toHaveLength(COUNT);
  });

test("a snapshot keeps objects encrypted, and what is restored of it is read with the same keys", async () => {
  const { dir, one } = await filled();
  const file = join(dir, "a.snapshot");
  await runSnapshot({ dataDir: dir, output: file }, silent);
  const text = readFileSync(file).toString("latin1");
  expect(text).toContain("k8s:enc:aesgcm:v1:one:");
  expect(text).not.toContain('"ConfigMap"');
  const other = dataDir();
  await runRestore(file, { dataDir: other, bumpRevision: "0" }, silent);
  await readAll(other, one);
  const digests = [`lmdb:${dir}`, `snapshot:${file}`, `lmdb:${other}`].map(async (place) => {
    const { text: report, isWell } = await runCheck(place, { output: "json" }, silent);
    expect(isWell).toBe(true);
    return JSON.parse(report).digest;
  });
  expect(new Set(await Promise.all(digests)).size).toBe(1);
});

test("check counts what is encrypted, and looks into it with its keys", async () => {
  const { dir, one } = await filled();
  const hidden = await runCheck(dir, { output: "text" }, silent);
  expect(hidden.text).toContain(`  encrypted  ${COUNT}\n`);
  expect(hidden.text).toContain("with --encryption-provider-config they are checked, too");
  const seen = await runCheck(dir, { output: "text", encryptionProviderConfig: one }, silent);
  expect(seen.text).toContain(`  configmaps  ${COUNT}\nAll is well.\n`);
  const two = configuration(dir, "two");
  const wrong = await runCheck(dir, { output: "json", encryptionProviderConfig: two }, silent);
  expect(JSON.parse(wrong.text)).toMatchObject({ resources: { unreadable: COUNT } });
});

test("a copy with a configuration is encrypted with its first key", async () => {
  const { dir } = await filled();
  const other = dataDir();
  const both = configuration(dir, "two", "one");
  const flags = {
    from: `lmdb:${dir}`,
    to: `lmdb:${other}`,
    bumpRevision: "0",
    encryptionProviderConfig: both,
  };
  await runCopy(flags, silent);
  await readAll(other, configuration(dir, "two"));
  expect(await runCopy(flags, silent)).toContain("nothing was written");
});
