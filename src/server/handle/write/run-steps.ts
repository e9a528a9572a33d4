import { atOnce, inSteps, type Pause, type Steps } from "../../../async/steps.ts";
import type { RequestContext } from "../../request-context.ts";
import { pacer } from "./turns.ts";

/**
 * One step of a write: reads and sets members of the write, and throws the StatusError of a refusal. Returns a promise if it has
 * to wait for something, and a generator if it is slow for a large object; otherwise nothing.
 */
export type Step<W> = (write: W) => void | Promise<void> | Steps<void>;

/** The part of a write that the runner uses. */
interface Running {
  readonly context: RequestContext;
}

/**
 * Runs the steps one after the other. As long as no step waits, they run without a promise. A large request pauses for others
 * between its steps and inside them, when it has used the time of a turn. Rejects with the error of the first step that fails.
 */
export function runSteps<W extends Running>(steps: readonly Step<W>[], write: W): void | Promise<void> {
  for (let i = 0; i < steps.length; i++) {
    if (write.context.isLarge) return runInTurns(steps, write, i);
    const waiting = begin(steps[i] as Step<W>, write);
    if (waiting !== undefined) return runAfter(waiting, steps, write, i + 1);
  }
}

/** Runs a step. Undefined: it is done. */
function begin<W extends Running>(step: Step<W>, write: W, pause?: Pause): Promise<void> | undefined {
  const result = step(write);
  if (result === undefined || result instanceof Promise) return result as Promise<void> | undefined;
  return pause === undefined ? (atOnce(result) as undefined) : inSteps(result, pause);
}

async function runAfter<W extends Running>(
  first: Promise<void>,
  steps: readonly Step<W>[],
  write: W,
  from: number,
): Promise<void> {
  await first;
  for (let i = from; i < steps.length; i++) {
    if (write.context.isLarge) return runInTurns(steps, write, i);
    const waiting = begin(steps[i] as Step<W>, write);
    if (waiting !== undefined) await waiting;
  }
}

async function runInTurns<W extends Running>(
  steps: readonly Step<W>[],
  write: W,
  from: number,
): Promise<void> {
  const pause = pacer(write.context);
  for (const step of steps.slice(from)) {
    await pause();
    await begin(step, write, pause);
  }
}
