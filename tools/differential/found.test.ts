import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampled } from "../../test/parts/sampled.ts";
import type { KeptCase } from "./kept.ts";
import { type Replayer, startReplayer } from "./replay.ts";

const FOLDER = new URL("found/", import.meta.url).pathname;

const files = (existsSync(FOLDER) ? readdirSync(FOLDER, { recursive: true }) : [])
  .map(String)
  .filter((name) => name.endsWith(".json"))
  .sort();

describe.skipIf(files.length === 0)("what once differed from kube-apiserver", () => {
  let replayer: Replayer;
  beforeAll(async () => {
    replayer = await startReplayer();
  });
  afterAll(() => replayer.stop());

  test.each(sampled(files))("%s", async (file) => {
    const kept = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as KeptCase;
    expect(await replayer.replay(kept)).toEqual([]);
  });
});
