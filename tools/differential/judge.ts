import { isJsonObject } from "../../src/json/value.ts";
import type { Answer, Case } from "./case.ts";
import { compareAnswers } from "./compare.ts";
import { anywhere, general } from "./kept.ts";
import type { KnownDifferences } from "./known.ts";
import { play } from "./play.ts";
import type { Servers } from "./servers.ts";
import { type Finding, findingsIn } from "./signature.ts";
import {
  isOneOf,
  isStillRemoved,
  isUnanswered,
  mayBeUnsteady,
  REPLAYS,
  REPLAYS_AT_ONCE,
  type ReplayCounts,
} from "./unsteady.ts";

export interface Verdict {
  /** The first step with an unknown difference; undefined if the servers agree, or all differences are known. */
  readonly finding: Finding | undefined;
  readonly known: boolean;
  /** Responses of the reference. */
  readonly expected: readonly Answer[];
  readonly requests: number;
}

export interface Where {
  readonly namespace: string;
  readonly id: string;
}

/** Returns another place at which a case can be played, to send it to the reference again. */
type Again = () => Promise<Where>;

/** Plays a case on both servers at the same time, and returns the first new difference. */
export async function judge(
  what: Case,
  servers: Servers,
  where: Where,
  known: KnownDifferences,
  again?: Again,
): Promise<Verdict> {
  const answers = await playOnBoth(what, servers, where);
  const seen = { requests: 2 * what.steps.length, expected: answers.expected };
  let isKnown = false;
  for await (const finding of lookedAt(what, servers, where, known, answers, again)) {
    if (finding !== "known") return { ...seen, finding, known: false };
    isKnown = true;
  }
  return { ...seen, finding: undefined, known: isKnown };
}

/** All differences of a case that are new. */
export async function allFindings(
  what: Case,
  servers: Servers,
  where: Where,
  known: KnownDifferences,
  again: Again,
  counts: ReplayCounts = REPLAYS,
): Promise<readonly Finding[]> {
  const answers = await playOnBoth(what, servers, where);
  const news: Finding[] = [];
  for await (const finding of lookedAt(what, servers, where, known, answers, again, counts))
    if (finding !== "known") news.push(finding);
  return news;
}

interface Answers {
  readonly expected: readonly Answer[];
  readonly got: readonly Answer[];
}

async function playOnBoth(what: Case, servers: Servers, where: Where): Promise<Answers> {
  const [expected, got] = await Promise.all([
    play(what, { ...where, connection: servers.reference, hooks: servers.hooks.reference }),
    play(what, { ...where, connection: servers.own, hooks: servers.hooks.own }),
  ]);
  return { expected, got };
}

/** Examines step by step if a difference is new, known or random. */
async function* lookedAt(
  what: Case,
  servers: Servers,
  where: Where,
  known: KnownDifferences,
  { expected, got }: Answers,
  again: Again | undefined,
  counts: ReplayCounts = REPLAYS,
): AsyncGenerator<Finding | "known"> {
  const replays = again === undefined ? undefined : new Replays(what, servers, again);
  for (const found of findingsToLookAt(what, expected, got)) {
    const step = what.steps.find(({ name }) => name === found.expected.step);
    const differences = found.differences.filter(
      (difference) => !known.matches(what.area, step, difference, messageOf(found.expected)),
    );
    const finding = { ...found, differences };
    const isNew =
      differences.length > 0 &&
      (replays === undefined || !(await isUnsteady(replays, counts, where, finding)));
    yield isNew ? finding : "known";
  }
}

const messageOf = ({ body }: Answer): string => (isJsonObject(body) ? String(body.message ?? "") : "");

/** In a scenario every difference is examined. In other cases later differences can be effects of the first one. */
function findingsToLookAt(
  what: Case,
  expected: readonly Answer[],
  got: readonly Answer[],
): readonly Finding[] {
  const findings = findingsIn(expected, got, compareAnswers(expected, got));
  return what.area === "scenarios" ? findings : findings.slice(0, 1);
}

/** Repetitions of a case on the reference. All differences of the case are compared with the same repetitions. */
class Replays {
  readonly #played: Promise<Played>[] = [];
  readonly #playOnce: () => Promise<Played>;

  constructor(what: Case, { reference, hooks }: Servers, again: Again) {
    this.#playOnce = async () => {
      const where = await again();
      const answers = await play(what, { ...where, connection: reference, hooks: hooks.reference });
      return { where, answers };
    };
  }

  /** Returns the repetitions from one number to another. Those that are missing are played at the same time. */
  between(from: number, to: number): Promise<readonly Played[]> {
    while (this.#played.length < to) this.#played.push(this.#playOnce());
    return Promise.all(this.#played.slice(from, to));
  }
}

interface Played {
  readonly where: Where;
  readonly answers: readonly Answer[];
}

/** Repeats the case on the reference if its responses can differ from one time to the next. */
async function isUnsteady(
  replays: Replays,
  counts: ReplayCounts,
  where: Where,
  { expected, got }: Finding,
): Promise<boolean> {
  if (got === undefined) return false;
  if (isUnanswered(expected) || isStillRemoved(expected, got)) return true;
  const kind = mayBeUnsteady(expected) ? "order" : expected.calls === undefined ? "steady" : "calls";
  const seen = kind === "order" ? general : anywhere;
  const answers = [seen(expected, where)];
  for (let asked = 0; asked < counts[kind]; asked += REPLAYS_AT_ONCE) {
    for (const played of await replays.between(asked, asked + REPLAYS_AT_ONCE)) {
      const answer = played.answers.find(({ step }) => step === expected.step);
      if (answer !== undefined) answers.push(seen(answer, played.where));
    }
    if (isOneOf(answers, seen(got, where), kind === "order")) return true;
  }
  return false;
}
