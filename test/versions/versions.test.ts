import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Replayer, startReplayer } from "../../tools/differential/replay.ts";
import { sampled } from "../parts/sampled.ts";
import { EMULATED, type KeptVersions, keptOf, VERSIONS } from "./emulated.ts";

// Responses of kube-apiserver with `--emulated-version`; `npm run record -- versions` writes the files.
const FOLDER = new URL("recorded/", import.meta.url).pathname;

/** Known differences (docs/compatibility.md). These places of the responses are not compared. */
const KNOWN = /\/f:image\/f:pullPolicy$/;

describe.each(sampled(VERSIONS.toReversed()))("Kubernetes %s", (version) => {
  let replayer: Replayer;
  beforeAll(async () => {
    replayer = await startReplayer([`--emulated-version=${version}`]);
  });
  afterAll(() => replayer.stop());

  test.each(EMULATED.map(({ name }) => name))("%s", async (name) => {
    const kept: KeptVersions = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
    const differences = await replayer.replay(keptOf(kept, version));
    expect(differences.filter(({ path }) => !KNOWN.test(path))).toEqual([]);
  });
});
