import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { withServeOptions } from "../../src/cli/commands/serve.ts";
import type { GivenFlags } from "../../src/cli/flags/flag.ts";
import { admissionOptions } from "../../src/cli/serve/admission/admission-options.ts";
import { checkAccess } from "../../src/cli/serve/authorization/check-access.tool.ts";
import { readServeFlags } from "../../src/cli/serve/flags/serve-flags.ts";
import { bringUp } from "../../src/cli/serve/start/bring-up.ts";
import { messageOf } from "../../src/report/describe-error.ts";
import { ORDINARY_FEATURES } from "../../src/resources/features/features.ts";
import { sampled } from "../parts/sampled.ts";
import { folderForTests } from "../tools/scratch-folder.tool.ts";
import type { Place, Recorded } from "./case.ts";
import { startPlace } from "./place.ts";
import { play, prepare, sameText } from "./play.ts";
import { SITUATIONS, WRONG_STARTS } from "./situations.ts";

// Responses of kube-apiserver with the same files and flags; `npm run record -- access` writes the file.
const recorded = JSON.parse(readFileSync(new URL("recorded.json", import.meta.url), "utf8")) as Recorded;

const dir = folderForTests();
const tokens = join(dir, "tokens.csv");
/** Flags of every server; they share the certificates in their folder. */
const OWN = [
  ...["--data-dir", join(dir, "data"), "--in-memory", "--secure-port", "0", "--log-format", "text"],
  ...["--token-auth-file", tokens, "--disable-admission-plugins", "ServiceAccount", "--controllers=none"],
];
let place: Place & { close(): Promise<void> };
beforeAll(async () => {
  // The log of the servers is not tested here.
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  writeFileSync(tokens, 'admin-token,admin,admin-uid,"system:masters"\n');
  place = await startPlace(join(dir, "files"));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await place.close();
});

describe("does not start with", () => {
  test.each(WRONG_STARTS)("$name", async (start) => {
    const flags = prepare({ ...start, files: () => start.files ?? {}, asked: [] }, place);
    const said = await startError(flags);
    expect(sameText(said, place)).toBe(recorded.starts[start.name]);
  });
});

/** Parses flags as the command line does. */
function serveFlags(args: readonly string[]): GivenFlags {
  const command = withServeOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return command.parse(args, { from: "user" }).opts();
}

async function startError(args: readonly string[]): Promise<string> {
  const flags = readServeFlags(serveFlags(args));
  try {
    await checkAccess(flags);
  } catch (error) {
    return textOf(error);
  }
  try {
    await admissionOptions(flags, ORDINARY_FEATURES, () => {});
    return "";
  } catch (error) {
    return `failed to apply admission: ${textOf(error)}`;
  }
}

/** Error text without the flag and the file name, which kube-apiserver's text does not have. */
const textOf = (error: unknown): string => messageOf(error).replace(/^--[a-z-]+: \/\S+: /, "");

describe("answers with", () => {
  // Each starts a server.
  test.each(sampled(SITUATIONS))(
    "$name",
    async (situation) => {
      const server = await bringUp(serveFlags([...OWN, ...prepare(situation, place)]));
      try {
        const { port } = new URL(server.address);
        expect(await play(situation, place, Number(port))).toEqual(recorded.situations[situation.name]);
      } finally {
        await server.stop();
      }
    },
    120_000,
  );
});
