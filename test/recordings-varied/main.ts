// npm run compare -- vary: see scripts/compare/vary.mjs.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type JsonObject, record } from "../../src/json/value.ts";
import { KnownDifferences } from "../../tools/differential/known.ts";
import { Random } from "../../tools/differential/random.ts";
import { Corpus, type Located, readScenarios } from "./corpus.ts";
import { groupsOf, playGroup } from "./play.ts";
import { Report } from "./report.ts";
import { startServers } from "./servers.ts";
import { varyScenario } from "./vary-step.ts";

const { values: flags } = parseArgs({
  options: {
    dist: { type: "string", default: "dist" },
    of: { type: "string", default: "golden-api" },
    recordings: { type: "string" },
    seed: { type: "string", default: "1" },
    topic: { type: "string" },
    only: { type: "string", default: "" },
  },
});

const root = process.env.SALLYPORT_ROOT ?? process.cwd();
const shared = process.env.SALLYPORT_SHARED ?? join(root, "../shared");
const recordings = resolve(flags.recordings ?? join(shared, flags.of));
if (!existsSync(join(recordings, "replay.mjs"))) throw new Error(`there is no replay.mjs in ${recordings}`);

const everywhere = new KnownDifferences(join(root, "tools/differential/known.json"));
const folder = mkdtempSync(join(tmpdir(), "sallyport-varied-"));
try {
  const varied = writeVaried();
  const servers = await startServers(folder, flags.dist);
  const report = new Report(varied, knownSteps(), everywhere);
  try {
    for (const group of groupsOf(varied)) report.add(await playGroup(group, { recordings, folder, servers }));
  } finally {
    await servers.stop();
  }
  report.print();
  if (report.different > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Steps of the recordings that also differ without changes. */
function knownSteps(): string[] {
  const file = join(root, "test", `${flags.of}-known-failures.json`);
  if (!existsSync(file)) return [];
  const known = JSON.parse(readFileSync(file, "utf8")) as JsonObject;
  return Object.keys({ ...known, ...record(known["1.37"]) });
}

/** The changed scenarios, also in the folder `scenarios`, where replay.mjs reads them. */
function writeVaried(): Located[] {
  const all = readScenarios(recordings);
  const corpus = new Corpus(all);
  const topics = flags.topic?.split(",");
  const chosen = all.filter(
    ({ topic, scenario }) =>
      (topics === undefined || topics.includes(topic)) && new RegExp(flags.only).test(scenario.id),
  );
  return chosen.map((located) => {
    const { topic, file, scenario } = located;
    const random = new Random(`${flags.seed}/${topic}/${scenario.id}`);
    const varied = varyScenario(scenario, random, corpus);
    mkdirSync(join(folder, "scenarios", topic), { recursive: true });
    writeFileSync(join(folder, "scenarios", topic, file), JSON.stringify(varied));
    return { ...located, scenario: varied };
  });
}
