import type { Random } from "../../tools/differential/random.ts";
import { type Border, breakage } from "./border.ts";
import { mutated } from "./mutate.ts";

export interface Failure {
  readonly border: string;
  readonly why: string;
  readonly input: Buffer;
}

/**
 * Maximum time of an input, in milliseconds. Inputs have at most 20 KB, for which linear code needs less even on a
 * busy machine.
 */
const SLOW_MS = 250;

/** Reads `count` random inputs and reports failures, each kind of failure once. */
export function runBorder(
  border: Border,
  count: number,
  random: Random,
  report: (failure: Failure) => void,
): void {
  const corpus = border.corpus.map((input) => Buffer.from(input));
  const seen = new Set<string>();
  for (let i = 0; i < count; i++) {
    const input = mutated(corpus, random);
    const why = failureOf(border, input);
    if (why === undefined || seen.has(signature(why))) continue;
    seen.add(signature(why));
    report({ border: border.name, why, input });
  }
}

/** Problem of a border with an input; undefined if there is none. */
export function failureOf(border: Border, input: Buffer): string | undefined {
  const first = timed(border, input);
  if (first.why !== undefined || first.ms < SLOW_MS) return first.why;
  // A busy machine is slow once, not three times.
  const ms = Math.min(first.ms, timed(border, input).ms, timed(border, input).ms);
  return ms < SLOW_MS ? undefined : `slow: ${input.length} bytes took ${ms.toFixed(0)} ms`;
}

function timed(border: Border, input: Buffer): { ms: number; why: string | undefined } {
  const startedAt = process.cpuUsage().user;
  let why: string | undefined;
  try {
    why = border.run(input);
  } catch (error) {
    why = breakage(error);
  }
  return { ms: (process.cpuUsage().user - startedAt) / 1000, why };
}

/** Failures that differ in numbers only are one. */
const signature = (why: string): string => why.replace(/\d+/g, "0").slice(0, 200);
