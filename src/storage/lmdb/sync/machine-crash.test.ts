import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { sealing } from "../../contract/tools.ts";
import type { Storage } from "../../storage.ts";
import { seeded } from "../file/damage-cases.tool.ts";
import { isLayoutKnown } from "../file/inspect-store.ts";
import { newestMeta } from "../file/meta-bytes.ts";
import { openLmdbStorage } from "../lmdb-storage.ts";
import { DATA_FILE } from "../store-files.ts";
import { currentBootId, readSyncedState, type SyncedState, writeSyncedState } from "./synced-state.ts";

const [PAGE, KEYS, MIXES] = [8192, 60, 6];
const canSync = currentBootId() !== undefined && isLayoutKnown;

test.skipIf(!canSync)(
  "openLmdbStorage with sync second opens after a crash of the machine as of the last sync",
  async () => {
    const path = folderForTest();
    const folder = join(path, "store");
    const storage = await openLmdbStorage({ path: folder, sync: "second" });
    const { state, early, late, kept, newest } = await imagesOf(storage, folder);
    await storage.close();
    expect(readSyncedState(folder)).toBeUndefined();

    for (let seed = 0; seed < MIXES; seed++) {
      const crashed = join(path, `crashed-${seed}`);
      await crash(crashed, state, mixed(early, late, seed));
      const after = await openLmdbStorage({ path: crashed, sync: seed % 2 === 0 ? "second" : "always" });
      const { entries } = await after.list("");
      // Clients may have seen the revisions of writes that are lost.
      expect(after.revision).toBeGreaterThan(newest);
      expect(entries.map(({ document }) => document.value)).toEqual(
        Array.from({ length: KEYS }, (_, key) => ({ round: kept, key: nameOf(key), text: textOf(kept) })),
      );
      await writeAll(after, kept + 1);
      await after.close();
      await (await openLmdbStorage({ path: crashed })).close();
    }
  },
);

test.skipIf(!canSync)(
  "openLmdbStorage keeps what another version has written after the last sync",
  async () => {
    const path = folderForTest();
    const before = await openLmdbStorage({ path, sync: "second" });
    await writeAll(before, 1);
    const state = await whenSynced(path);
    await before.close();
    const older = await openLmdbStorage({ path });
    for (let round = 2; round < 6; round++) await writeAll(older, round);
    await older.close();
    await writeSyncedState(path, { ...state, bootId: "another" });
    const after = await openLmdbStorage({ path });
    expect((await after.list("")).entries[0]?.document.value).toMatchObject({ round: 5 });
    await after.close();
  },
);

interface Images {
  /** The state of the last sync, whose objects are of the round `kept`. */
  readonly state: SyncedState;
  readonly kept: number;
  /** The file at that time, and after further writes that no sync includes. */
  readonly early: Buffer;
  readonly late: Buffer;
  /** The newest revision in `late`. */
  readonly newest: number;
}

async function imagesOf(storage: Storage, folder: string, kept = 1): Promise<Images> {
  const file = join(folder, DATA_FILE);
  await writeAll(storage, kept);
  const state = await whenSynced(folder);
  const early = readFileSync(file);
  for (const round of [1, 2, 3]) await writeAll(storage, kept + round);
  const late = readFileSync(file);
  // On a busy machine another sync may have begun.
  if (readSyncedState(folder)?.meta.transaction !== state.meta.transaction)
    return imagesOf(storage, folder, kept + 4);
  return { state, kept, early, late, newest: storage.revision };
}

/** Resolves with the note of a sync that includes everything. */
async function whenSynced(folder: string): Promise<SyncedState> {
  for (;;) {
    const state = readSyncedState(folder);
    if (state?.meta.transaction === newestMeta(join(folder, DATA_FILE)).transaction) return state;
    await sleep(20);
  }
}

/** Writes all objects, each in a transaction of its own. */
async function writeAll(storage: Storage, round: number): Promise<void> {
  for (let key = 0; key < KEYS; key++) {
    const name = nameOf(key);
    const current = await storage.get(name);
    const seal = sealing({ round, key: name, text: textOf(round) });
    if (current === undefined) await storage.create(name, seal);
    else await storage.update(name, current.revision, seal);
  }
}

const nameOf = (key: number): string => `/registry/${String(key).padStart(3, "0")}`;
const textOf = (round: number): string => String(round).repeat(3000);

/** The system had written some of the new pages, and both pages that name the newest state. */
function mixed(early: Buffer, late: Buffer, seed: number): Buffer {
  const random = seeded(seed + 1);
  const image = Buffer.from(late);
  for (let at = 2 * PAGE; at < image.length; at += PAGE)
    if (at < early.length && random(2) === 0) early.copy(image, at, at, at + PAGE);
  return image;
}

async function crash(folder: string, state: SyncedState, image: Buffer): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, DATA_FILE), image);
  await writeSyncedState(folder, { ...state, bootId: "the start before" });
}
