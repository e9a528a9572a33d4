import type { Area } from "./areas/index.ts";
import type { Case } from "./case.ts";
import { judge, type Verdict, type Where } from "./judge.ts";
import { keepCase } from "./kept.ts";
import type { KnownDifferences } from "./known.ts";
import { minimise } from "./minimise.ts";
import { createNamespace, Names, placeOf } from "./places.ts";
import { Random } from "./random.ts";
import { differenceText, findingText } from "./report.ts";
import type { Servers } from "./servers.ts";
import { type Finding, signatureOf } from "./signature.ts";
import type { ReplayCounts } from "./unsteady.ts";

export interface Plan {
  readonly seed: string;
  readonly areas: readonly (readonly [string, Area])[];
  readonly only: string | undefined;
  readonly known: KnownDifferences;
  /** Folder for new differences; undefined: they are not kept. */
  readonly keep: string | undefined;
  /** Number of cases that are played at a time. */
  readonly lanes: number;
  /** Repetitions on the reference of a scenario that differs; absent: the usual numbers. */
  readonly replays?: ReplayCounts;
  readonly isOver: () => boolean;
  readonly say: (text: string) => void;
}

/** Number of requests and of differences, over all rounds. */
export class Tally {
  requests = 0;
  cases = 0;
  known = 0;
  readonly perArea = new Map<string, number>();
  /** Number of occurrences of each signature. */
  readonly found = new Map<string, number>();

  add(area: string, { requests, known }: Pick<Verdict, "requests" | "known">): void {
    this.cases++;
    this.requests += requests;
    if (known) this.known++;
    this.perArea.set(area, (this.perArea.get(area) ?? 0) + requests);
  }
}

/** Plays cases on both servers, several at a time, until the plan is over or the servers have had `most` requests. */
export async function runLanes(servers: Servers, plan: Plan, tally: Tally, most: number): Promise<void> {
  const end = tally.requests + most;
  const names = new Names(tally.cases);
  const lane = async (number: number): Promise<void> => {
    const shared = names.namespace(number);
    await createNamespace(servers, shared);
    while (!plan.isOver() && tally.requests < end) await oneCase(servers, plan, tally, names, shared);
  };
  await Promise.all(Array.from({ length: plan.lanes }, (_, number) => lane(number)));
}

async function oneCase(
  servers: Servers,
  plan: Plan,
  tally: Tally,
  names: Names,
  shared: string,
): Promise<void> {
  const number = tally.cases;
  const [area, make] = plan.areas[number % plan.areas.length] ?? fail();
  const what = make(new Random(`${plan.seed} ${area} ${number}`), plan.only);
  const place = (smaller: Case): Promise<Where> => placeOf(smaller, servers, names, shared);
  const tryIt = async (smaller: Case): Promise<[Verdict, Where]> => {
    const where = await place(smaller);
    const verdict = await judge(smaller, servers, where, plan.known, () => place(smaller));
    return [verdict, where];
  };
  const [verdict] = await tryIt(what);
  tally.add(area, verdict);
  if (verdict.finding !== undefined) await lookInto(what, verdict.finding, plan, tally, tryIt);
}

type TryIt = (what: Case) => Promise<[Verdict, Where]>;

/** The first of its signature is made small, printed and kept. */
async function lookInto(what: Case, finding: Finding, plan: Plan, tally: Tally, tryIt: TryIt): Promise<void> {
  const signature = signatureOf(finding);
  const times = (tally.found.get(signature) ?? 0) + 1;
  tally.found.set(signature, times);
  if (times > 1) return;
  const shows = async (smaller: Case): Promise<boolean> => {
    const [verdict] = await tryIt(smaller);
    return verdict.finding !== undefined && signatureOf(verdict.finding) === signature;
  };
  if (!(await shows(what))) {
    const step = what.steps.find(({ name }) => name === finding.expected.step);
    const where = finding.differences.slice(0, 2).map(differenceText).join("\n");
    plan.say(`does not come again (${step?.method} ${step?.path}): ${signature}\n${where}`);
    return;
  }
  const small = await minimise(what, finding.expected.step, shows);
  const [{ finding: last = finding, expected }, where] = await tryIt(small);
  plan.say(`${findingText(signature, small, last, where)}\n`);
  if (plan.keep !== undefined) keepCase(plan.keep, signature, small, expected, where);
}

function fail(): never {
  throw new Error("no area");
}
