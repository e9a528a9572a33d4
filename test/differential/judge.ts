import type { Answer, Case } from "./case.ts";
import { compareAnswers } from "./compare.ts";
import { general } from "./kept.ts";
import type { KnownDifferences } from "./known.ts";
import { play } from "./play.ts";
import type { Servers } from "./servers.ts";
import { type Finding, findingsIn } from "./signature.ts";
import { isOneOf, mayBeUnsteady, REPLAYS } from "./unsteady.ts";

export interface Verdict {
  /** The first step that differs, without what is known to differ; undefined: the servers agree, or differ as known. */
  readonly finding: Finding | undefined;
  readonly known: boolean;
  /** What the reference answered. */
  readonly expected: readonly Answer[];
  readonly requests: number;
}

export interface Where {
  readonly namespace: string;
  readonly id: string;
}

/** Plays a case on both servers side by side. `again`: where it can be played once more. */
export async function judge(
  what: Case,
  servers: Servers,
  where: Where,
  known: KnownDifferences,
  again?: () => Promise<Where>,
): Promise<Verdict> {
  const [expected, got] = await Promise.all([
    play(what, { ...where, connection: servers.reference, hooks: servers.hooks.reference }),
    play(what, { ...where, connection: servers.own, hooks: servers.hooks.own }),
  ]);
  const requests = 2 * what.steps.length;
  let isKnown = false;
  for (const found of findingsToLookAt(what, expected, got)) {
    const step = what.steps.find(({ name }) => name === found.expected.step);
    const news = found.differences.filter((difference) => !known.matches(what.area, step, difference));
    isKnown = true;
    if (news.length === 0) continue;
    const finding = { ...found, differences: news };
    if (again !== undefined && (await isUnsteady(what, servers, where, finding, again))) continue;
    return { finding, known: false, requests, expected };
  }
  return { finding: undefined, known: isKnown, requests, expected };
}

/** Requests of a scenario stand for themselves; elsewhere what comes later may follow from the first difference. */
function findingsToLookAt(
  what: Case,
  expected: readonly Answer[],
  got: readonly Answer[],
): readonly Finding[] {
  const findings = findingsIn(expected, got, compareAnswers(expected, got));
  return what.area === "scenarios" ? findings : findings.slice(0, 1);
}

/** Asks the reference more often, where its answer may differ from one time to the next. */
async function isUnsteady(
  what: Case,
  { reference, hooks }: Servers,
  where: Where,
  { expected, got }: Finding,
  again: () => Promise<Where>,
): Promise<boolean> {
  if (got === undefined || !mayBeUnsteady(expected)) return false;
  const answers = [general(expected, where)];
  for (let i = 0; i < REPLAYS; i++) {
    const next = await again();
    const played = await play(what, { ...next, connection: reference, hooks: hooks.reference });
    const answer = played.find(({ step }) => step === expected.step);
    if (answer !== undefined) answers.push(general(answer, next));
    if (isOneOf(answers, general(got, where))) return true;
  }
  return false;
}
