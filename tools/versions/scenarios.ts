import { Connection } from "../differential/connection.ts";
import { playEachScenario } from "../differential/each-scenario.ts";
import { startHooks } from "../differential/hooks/hook-server.ts";
import { KnownDifferences } from "../differential/known.ts";
import { Tally } from "../differential/lanes.ts";
import { RULE_SCENARIOS } from "../differential/rules/rule-scenarios.ts";
import { SCENARIOS } from "../differential/scenarios/index.ts";
import { BOTH } from "../differential/servers.ts";
import type { Change } from "./facts.ts";
import { startVersion } from "./reference.ts";

export const SCENARIO_TOPIC = "answers to scenarios";

/**
 * Plays all scenarios of `tools/differential` on both versions at the same time. Each sort of difference is a
 * change.
 */
export async function scenarioChanges(
  older: string,
  newer: string,
  only: string | undefined,
): Promise<Change[]> {
  const flags = [...BOTH, "--enable-priority-and-fairness=false"];
  const references = [await startVersion(older, flags), await startVersion(newer, flags)] as const;
  const hooks = await startHooks();
  const [reference, own] = references.map(({ port }) => new Connection(port, 16));
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
  const tally = new Tally();
  try {
    await playEachScenario([...SCENARIOS, ...RULE_SCENARIOS], servers, planOf(only), tally);
  } finally {
    await Promise.all([reference.close(), own.close()]);
    hooks.stop();
    await Promise.all(references.map(({ stop }) => stop()));
  }
  return [...tally.found].map(([signature, times]) => ({
    topic: SCENARIO_TOPIC,
    name: signature,
    before: undefined,
    after: `${times} ×`,
  }));
}

const planOf = (only: string | undefined) => ({
  seed: "",
  areas: [],
  only,
  known: new KnownDifferences(),
  keep: undefined,
  lanes: 8,
  isOver: () => false,
  say: () => {},
});
