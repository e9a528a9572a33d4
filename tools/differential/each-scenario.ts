import { allFindings } from "./judge.ts";
import type { Plan, Tally } from "./lanes.ts";
import { createNamespace, Names, placeOf } from "./places.ts";
import { differenceText } from "./report.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import type { Servers } from "./servers.ts";
import { type Finding, signatureOf } from "./signature.ts";

/**
 * Plays each scenario that the plan selects by its name once, and prints all differences without reducing them. A
 * scenario that differs is played again on both servers: only differences that come again count.
 */
export async function playEachScenario(
  scenarios: readonly Pick<Scenario, "name" | "toCase">[],
  servers: Servers,
  plan: Plan,
  tally: Tally,
): Promise<void> {
  const rest = scenarios.filter(({ name }) => name.startsWith(plan.only ?? ""));
  const names = new Names(0);
  const lane = async (number: number): Promise<void> => {
    const shared = names.namespace(number);
    await createNamespace(servers, shared);
    for (let next = rest.shift(); next !== undefined && !plan.isOver(); next = rest.shift())
      await playOne(next, servers, plan, tally, names, shared);
  };
  await Promise.all(Array.from({ length: plan.lanes }, (_, number) => lane(number)));
}

async function playOne(
  scenario: Pick<Scenario, "name" | "toCase">,
  servers: Servers,
  { known, say, replays }: Plan,
  tally: Tally,
  names: Names,
  shared: string,
): Promise<void> {
  const what = scenario.toCase();
  const place = () => placeOf(what, servers, names, shared);
  const playOnce = async (): Promise<readonly Finding[]> =>
    allFindings(what, servers, await place(), known, place, replays);
  const findings = await playOnce();
  const again = new Set(findings.length === 0 ? [] : (await playOnce()).map(signatureOf));
  tally.add("scenarios", { requests: 2 * what.steps.length, known: false });
  for (const finding of findings) {
    const signature = signatureOf(finding);
    if (!again.has(signature)) {
      say(`does not come again (${scenario.name}, step ${finding.expected.step}): ${signature}`);
      continue;
    }
    tally.found.set(signature, (tally.found.get(signature) ?? 0) + 1);
    say(textOf(scenario.name, what.steps, finding));
  }
}

function textOf(
  name: string,
  steps: readonly { name: string; method: string; path: string }[],
  { expected, got, differences }: Finding,
): string {
  const step = steps.find((one) => one.name === expected.step);
  return [
    `${name}, step ${expected.step}: ${step?.method} ${step?.path}: ${expected.status}, ours ${got?.status}`,
    ...differences.slice(0, 6).map(differenceText),
  ].join("\n");
}
