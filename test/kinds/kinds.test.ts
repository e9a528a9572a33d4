import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KeptCase } from "../../tools/differential/kept.ts";
import { type Replayer, startReplayer } from "../../tools/differential/replay.ts";

// Responses of kube-apiserver to requests about every built-in kind; `npm run record -- kinds` writes the files.
const FOLDER = new URL("recorded/", import.meta.url).pathname;

let replayer: Replayer;
beforeAll(async () => {
  replayer = await startReplayer();
});
afterAll(() => replayer.stop());

const read = (file: string): KeptCase[] => JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as KeptCase[];

test.each(readdirSync(FOLDER).sort())("%s", async (file) => {
  for (const kept of read(file)) expect(await replayer.replay(kept), kept.title).toEqual([]);
});
