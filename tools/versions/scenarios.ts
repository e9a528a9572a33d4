import { resolve } from "node:path";
import { Connection } from "../differential/connection.ts";
import { playEachScenario } from "../differential/each-scenario.ts";
import { startHooks } from "../differential/hooks/hook-server.ts";
import { KnownDifferences } from "../differential/known.ts";
import { Tally } from "../differential/lanes.ts";
import { RULE_SCENARIOS } from "../differential/rules/rule-scenarios.ts";
import { SCENARIOS } from "../differential/scenarios/index.ts";
import { BOTH } from "../differential/servers.ts";
import { REPLAYS_AT_ONCE, type ReplayCounts } from "../differential/unsteady.ts";
import type { Change } from "./facts.ts";
import { startVersion } from "./reference.ts";

export const SCENARIO_TOPIC = "answers to scenarios";

/** Scenarios at a time. Most of their time they wait for both servers. */
const LANES = 16;

/** Most differences between two versions are no matter of chance. */
const REPLAYS: ReplayCounts = { order: REPLAYS_AT_ONCE, calls: REPLAYS_AT_ONCE, steady: 0 };

/** Scenarios that are played. */
export interface Wanted {
  /** Beginning of the names of the scenarios; undefined: all. */
  readonly only: string | undefined;
  /** No scenario is begun after this time. */
  readonly minutes: number;
}

/** The changes, and a note if not all scenarios were played. */
export interface ScenarioChanges {
  readonly changes: readonly Change[];
  readonly note?: string;
}

/**
 * Plays the scenarios of `tools/differential` on both versions at the same time. Each sort of difference is a
 * change.
 */
export async function scenarioChanges(
  older: string,
  newer: string,
  wanted: Wanted,
): Promise<ScenarioChanges> {
  const flags = [...BOTH, "--enable-priority-and-fairness=false"];
  const references = [await startVersion(older, flags), await startVersion(newer, flags)] as const;
  const hooks = await startHooks();
  const [reference, own] = references.map(({ port }) => new Connection(port, 2 * LANES));
  if (reference === undefined || own === undefined) throw new Error("there are two servers");
  const servers = {
    reference,
    own,
    hooks: {
      reference: { ...hooks.reference, audit: undefined },
      own: { ...hooks.own, audit: undefined },
    },
    ports: { reference: references[0].port, own: references[1].port },
    stop: async () => {},
  };
  const scenarios = [...SCENARIOS, ...RULE_SCENARIOS].filter(({ name }) =>
    name.startsWith(wanted.only ?? ""),
  );
  const tally = new Tally();
  const end = Date.now() + wanted.minutes * 60_000;
  try {
    await playEachScenario(
      scenarios,
      servers,
      planOf(() => Date.now() > end),
      tally,
    );
  } finally {
    await Promise.all([reference.close(), own.close()]);
    hooks.stop();
    await Promise.all(references.map(({ stop }) => stop()));
  }
  const changes = [...tally.found].map(([signature, times]) => ({
    topic: SCENARIO_TOPIC,
    name: signature,
    before: undefined,
    after: `${times} ×`,
  }));
  const isAll = tally.cases === scenarios.length;
  return isAll
    ? { changes }
    : { changes, note: `${tally.cases} of ${scenarios.length} scenarios in ${wanted.minutes} minutes` };
}

const planOf = (isOver: () => boolean) => ({
  seed: "",
  areas: [],
  only: undefined,
  // Entries without a value are about answers that differ from one server to another of the same version.
  known: new KnownDifferences(
    resolve(process.env.SALLYPORT_ROOT ?? process.cwd(), "tools/differential/known.json"),
    ({ expected, got }) => expected === undefined && got === undefined,
  ),
  keep: undefined,
  lanes: LANES,
  replays: REPLAYS,
  twice: true,
  isOver,
  say: () => {},
});
