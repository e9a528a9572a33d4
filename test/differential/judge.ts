import type { Answer, Case } from "./case.ts";
import { compareAnswers } from "./compare.ts";
import type { KnownDifferences } from "./known.ts";
import { play } from "./play.ts";
import type { Servers } from "./servers.ts";
import { type Finding, firstFinding } from "./signature.ts";

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

/** Plays a case on both servers side by side. */
export async function judge(
  what: Case,
  servers: Servers,
  where: Where,
  known: KnownDifferences,
): Promise<Verdict> {
  const [expected, got] = await Promise.all([
    play(what, { ...where, connection: servers.reference }),
    play(what, { ...where, connection: servers.own }),
  ]);
  const requests = 2 * what.steps.length;
  const first = firstFinding(expected, got, compareAnswers(expected, got));
  if (first === undefined) return { finding: undefined, known: false, requests, expected };
  const step = what.steps.find(({ name }) => name === first.expected.step);
  const news = first.differences.filter((difference) => !known.matches(what.area, step, difference));
  if (news.length === 0) return { finding: undefined, known: true, requests, expected };
  return { finding: { ...first, differences: news }, known: false, requests, expected };
}
