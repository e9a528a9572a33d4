// npm run compare -- explained [--golden DIR] [--topic A,B] [--only REGEX] [--dist DIR]
// Sends the recorded requests of ../shared/golden (or those of another folder) to a fresh server, and reads all explanations.
// The run fails on another status than 200, on a refused request without a cause, and on a text that lacks a value.
import { resolve } from "node:path";
import { buildServer } from "../../test/process/build-server.mjs";
import { readFlags } from "../parts/read-flags.mjs";
import { needRecordings, sharedPath } from "../parts/shared.mjs";
import { needScenarios } from "./parts/chosen-scenarios.mjs";
import { withExplanations } from "./parts/read-explanations.mjs";
import { withRecordedServer } from "./parts/recorded-server.mjs";
import { replay } from "./parts/replay.mjs";

const LEVEL = "1.37";

const { values: flags } = readFlags(import.meta.filename, {
  options: {
    golden: { type: "string" },
    topic: { type: "string" },
    only: { type: "string" },
    dist: { type: "string" },
  },
});
const folder = needRecordings(resolve(flags.golden ?? sharedPath("golden")));
needScenarios(folder, LEVEL, flags);
const dist = flags.dist === undefined ? buildServer("golden") : resolve(flags.dist);

const { areExplained } = await withRecordedServer({ dist }, (server) =>
  withExplanations(server, () =>
    replay(folder, server, { level: LEVEL, topics: flags.topic?.split(","), only: flags.only }),
  ),
);
process.exitCode = areExplained ? 0 : 1;
