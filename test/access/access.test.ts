import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withServeOptions } from "../../src/cli/commands/serve.ts";
import { checkAccess } from "../../src/cli/serve/check-access.ts";
import type { ServeFlags } from "../../src/cli/serve/serve-flags.ts";
import { builtProgram } from "../parts/server.ts";
import { startServer, stopServer } from "../process/start-server.mjs";
import type { Place, Recorded } from "./case.ts";
import { startPlace } from "./place.ts";
import { play, prepare, sameText } from "./play.ts";
import { SITUATIONS, WRONG_STARTS } from "./situations.ts";

// What kube-apiserver said with the same files and flags; `npm run record:access` makes the file.
const recorded = JSON.parse(readFileSync(new URL("recorded.json", import.meta.url), "utf8")) as Recorded;

const dir = mkdtempSync(join(tmpdir(), "sallyport-access-"));
let place: Place & { close(): Promise<void> };
beforeAll(async () => {
  place = await startPlace(join(dir, "files"));
});
afterAll(async () => {
  await place.close();
  rmSync(dir, { recursive: true });
});

describe("does not start with", () => {
  test.each(WRONG_STARTS)("$name", async (start) => {
    const flags = prepare({ ...start, files: () => start.files ?? {}, asked: [] }, place);
    const said = await startError(flags);
    expect(sameText(said, place)).toBe(recorded.starts[start.name]);
  });
});

async function startError(args: readonly string[]): Promise<string> {
  const command = withServeOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    await checkAccess(command.parse(args, { from: "user" }).opts<ServeFlags>());
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("answers with", () => {
  test.each(SITUATIONS)(
    "$name",
    async (situation) => {
      const flags = prepare(situation, place);
      const server = await startServer({
        dist: join(builtProgram(), "../.."),
        dataDir: mkdtempSync(join(dir, "data-")),
        inMemory: true,
        flags: [...flags, "--controllers=none"],
      });
      try {
        expect(await play(situation, place, server.port)).toEqual(recorded.situations[situation.name]);
      } finally {
        await stopServer(server);
      }
    },
    120_000,
  );
});
