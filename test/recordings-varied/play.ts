import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../src/json/value.ts";
import type { Located } from "./corpus.ts";
import { removeLeftovers } from "./leftovers.ts";
import type { Servers, Target } from "./servers.ts";

/** Files and servers of a run. `recordings`: a folder with replay.mjs. */
export interface Stage {
  readonly recordings: string;
  readonly folder: string;
  readonly servers: Servers;
}

/** A place in the answer to a step. */
export interface Difference {
  readonly path: string;
  readonly expected?: Json;
  readonly got?: Json;
}

/** A scenario as replay.mjs reports it: which steps agree with the first answers of the reference. */
interface Compared {
  readonly topic: string;
  readonly id: string;
  readonly steps: readonly {
    readonly step: string;
    readonly agree: boolean;
    readonly diffs: readonly Difference[];
  }[];
}

/** One scenario on both servers. `answers`: the two of the reference, a list of steps each. */
export interface Played extends Compared {
  readonly answers: readonly [readonly JsonObject[], readonly JsonObject[]];
}

export interface Outcome {
  readonly played: readonly Played[];
  /** Topic and name of the scenarios that did not end in time. */
  readonly skipped: readonly string[];
}

const LEVEL = "1.37";
const GROUP = 40;
/**
 * Time limits in milliseconds: a changed scenario may wait for a result that never comes. A usual group takes about
 * 15 seconds.
 */
const GROUP_PATIENCE_MS = 150_000;
const SCENARIO_PATIENCE_MS = 60_000;

/** Scenarios that one process of replay.mjs plays. */
export function groupsOf(scenarios: readonly Located[]): Located[][] {
  const count = Math.ceil(scenarios.length / GROUP);
  return Array.from({ length: count }, (_, i) => scenarios.slice(i * GROUP, (i + 1) * GROUP));
}

/** Plays scenarios twice on the reference and once on this server. Those that do not end in time are left out. */
export async function playGroup(group: readonly Located[], stage: Stage): Promise<Outcome> {
  const compared = await playTogether(group, stage);
  if (compared !== undefined) return { played: compared.map((one) => withAnswers(one, stage)), skipped: [] };
  if (group.length === 1) return { played: [], skipped: group.map(nameOf) };
  const alone: Outcome[] = [];
  for (const one of group) alone.push(await playGroup([one], stage));
  return { played: alone.flatMap(({ played }) => played), skipped: alone.flatMap(({ skipped }) => skipped) };
}

const nameOf = ({ topic, scenario }: Located): string => `${topic}/${scenario.id}`;

/** Undefined: a process did not end in time. */
async function playTogether(
  group: readonly Located[],
  stage: Stage,
): Promise<readonly Compared[] | undefined> {
  const { folder, servers } = stage;
  const result = join(folder, "result.json");
  for (const pass of ["first", "second"])
    if (!(await replay(group, stage, servers.reference, ["--record", join(folder, pass, LEVEL)]))) return;
  // No scenario was recorded when each of them failed.
  if (!group.some((one) => existsSync(recordOf(folder, "first", one.topic, one.scenario.id)))) return [];
  const expect = ["--expect", join(folder, "first", LEVEL), "--json", result];
  if (!(await replay(group, stage, servers.own, expect))) return;
  return (JSON.parse(readFileSync(result, "utf8")) as { scenarios: readonly Compared[] }).scenarios;
}

/** Returns true if it ended in time. */
async function replay(
  group: readonly Located[],
  { recordings, folder }: Stage,
  { port, auditLog }: Target,
  more: readonly string[],
): Promise<boolean> {
  const target = ["--server", `https://127.0.0.1:${port}`, "--insecure", "--token", "admin-token"];
  const only = `^(${group.map(({ scenario }) => scenario.id).join("|")})$`;
  const chosen = ["--scenarios", join(folder, "scenarios"), "--only", only, "--level", LEVEL];
  const args = [...target, ...chosen, "--audit-log", auditLog, "--min", "0", "--quiet", ...more];
  const child = spawn(process.execPath, [join(recordings, "replay.mjs"), ...args], {
    // The output is ignored: it has every preparing step that fails, and here many do.
    stdio: "ignore",
    timeout: group.length === 1 ? SCENARIO_PATIENCE_MS : GROUP_PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  const [, signal] = await once(child, "exit");
  if (signal !== null) await removeLeftovers(port);
  return signal === null;
}

function withAnswers(compared: Compared, { folder }: Stage): Played {
  const { topic, id } = compared;
  const stepsOf = (pass: string): readonly JsonObject[] => {
    const file = recordOf(folder, pass, topic, id);
    if (!existsSync(file)) return [];
    return (JSON.parse(readFileSync(file, "utf8")) as { steps: JsonObject[] }).steps;
  };
  return { ...compared, answers: [stepsOf("first"), stepsOf("second")] };
}

const recordOf = (folder: string, pass: string, topic: string, id: string): string =>
  join(folder, pass, LEVEL, topic, `${id}.json`);
