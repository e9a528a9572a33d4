// npm run compare -- versions: see scripts/compare/versions.mjs.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { changesOf, type Facts, type Topic } from "./facts.ts";
import { type Reference, startVersion, versionOf } from "./reference.ts";
import { SCENARIO_TOPIC, scenarioChanges } from "./scenarios.ts";
import { ANSWERS } from "./topics/answers.ts";
import { DISCOVERY } from "./topics/discovery.ts";
import { FIELDS } from "./topics/fields.ts";
import { FLAGS, PLUGINS } from "./topics/flags.ts";
import { GATES } from "./topics/gates.ts";
import { METRICS } from "./topics/metrics.ts";
import { OBJECTS } from "./topics/objects.ts";
import { SOURCES } from "./topics/sources.ts";
import { type Comparison, openChanges, type WorkDone, workList } from "./work-list.ts";

/** The topics in the order of the work list. Those with requests that write come last. */
const TOPICS: readonly Topic[] = [
  GATES,
  ...DISCOVERY,
  FIELDS,
  FLAGS,
  PLUGINS,
  OBJECTS,
  METRICS,
  ...SOURCES,
  ...ANSWERS,
];

type Found = ReadonlyMap<Topic, Facts | string>;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    topic: { type: "string", multiple: true },
    without: { type: "string", multiple: true, default: [] },
    only: { type: "string" },
    minutes: { type: "string", default: "20" },
    done: { type: "string" },
    output: { type: "string", short: "o" },
    dist: { type: "string" },
  },
});
const [older, newer] = positionals.map((path) => resolve(path));
if (older === undefined || newer === undefined) usage("two folders are needed");
const names = [...TOPICS.map(({ name }) => name), SCENARIO_TOPIC];
const unknown = [...(flags.topic ?? []), ...flags.without].find((topic) => !names.includes(topic));
if (unknown !== undefined) usage(`no topic "${unknown}"; there are: ${names.join(", ")}`);

const versions = { before: programVersion(older), after: programVersion(newer) };
const began = Date.now();
const isWanted = (name: string): boolean =>
  (flags.topic ?? names).includes(name) && !flags.without.includes(name);
const done: WorkDone = flags.done === undefined ? {} : JSON.parse(readFileSync(flags.done, "utf8"));
const before = await factsOf(older);
const after = await factsOf(newer);
const topics = TOPICS.filter(({ name }) => isWanted(name)).map((topic) => compareTopic(topic, before, after));
if (isWanted(SCENARIO_TOPIC)) {
  say("scenarios, on both");
  const wanted = { only: flags.only, minutes: Number(flags.minutes) };
  topics.push({ name: SCENARIO_TOPIC, ...(await scenarioChanges(older, newer, wanted)) });
}
const comparison: Comparison = {
  ...versions,
  seconds: Math.round((Date.now() - began) / 1000),
  topics,
};
const list = workList(comparison, done);
if (flags.output === undefined) process.stdout.write(list);
else writeFileSync(flags.output, list);
const open = openChanges(comparison, done);
say(`${open} of ${topics.reduce((sum, { changes }) => sum + changes.length, 0)} changes are open`);
process.exitCode = open === 0 ? 0 : 1;

/** Reads the wanted topics from two servers of one version: with the usual versions of the API, and with all. */
async function factsOf(bin: string): Promise<Found> {
  const found = new Map<Topic, Facts | string>();
  for (const allVersions of [false, true]) {
    const wanted = TOPICS.filter(
      (topic) => isWanted(topic.name) && (topic.allVersions ?? false) === allVersions,
    );
    if (wanted.length === 0) continue;
    const reference = await startVersion(bin, allVersions ? ["--runtime-config=api/all=true"] : []);
    try {
      for (const topic of wanted) found.set(topic, await readTopic(topic, reference));
    } finally {
      await reference.stop();
    }
  }
  return found;
}

function readTopic(topic: Topic, reference: Reference): Promise<Facts | string> {
  say(`${reference.version}: ${topic.name}`);
  return topic.read(reference);
}

function compareTopic(topic: Topic, before: Found, after: Found): Comparison["topics"][number] {
  const [one = "", other = ""] = [before.get(topic), after.get(topic)];
  const note = [one, other].find((facts) => typeof facts === "string");
  if (typeof one === "string" || typeof other === "string")
    return { name: topic.name, ...(typeof note === "string" ? { note } : {}), changes: [] };
  return { name: topic.name, changes: changesOf(topic.name, one, other) };
}

/** Progress goes to standard error, because the list may go to standard output. */
function say(text: string): void {
  process.stderr.write(`versions: ${text}\n`);
}

function programVersion(folder: string): string {
  try {
    return versionOf(folder);
  } catch (error) {
    return usage((error as Error).message);
  }
}

function usage(problem: string): never {
  say(
    `${problem}\nnpm run compare -- versions OLDER NEWER [--topic T]... [--without T]... [--done FILE] [-o FILE]`,
  );
  process.exit(2);
}
