import { atOnce, inSteps, type Pause, type Steps } from "../../async/steps.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import { countValues } from "../../json/count-values.ts";
import { addSize } from "../../json/rough-size.ts";
import type { Json } from "../../json/value.ts";
import type { RequestContext } from "../request-context.ts";

/** Length in bytes of a body or of a stored object from which a request runs in steps. */
const LARGE = 256 << 10;
/** The same limit for objects with many values: a value takes more time than its bytes do. */
const LARGE_WITH_MANY = 64 << 10;
const MANY = 5000;

/** Counts the bytes of a body or of a stored object, and marks the request as large if they are. */
export function noteSize(context: RequestContext, bytes: Uint8Array): void {
  const { byteLength } = bytes;
  context.valueBytes += byteLength;
  if (context.isLarge) return;
  if (byteLength > LARGE || (byteLength > LARGE_WITH_MANY && countValues(bytes) > MANY))
    context.isLarge = true;
}

/** Does the same for a value without its bytes, unless the request is large already. */
export function noteValue(context: RequestContext, value: Json): void {
  if (context.isLarge) return;
  const { length, values } = addSize(value, { length: 0, values: 0 });
  context.valueBytes += length;
  if (length > LARGE || (length > LARGE_WITH_MANY && values > MANY)) context.isLarge = true;
}

/**
 * Gives all other pending requests a turn on the event loop; the time after it is charged to this request
 * again.
 */
export const pause = (context: RequestContext): Promise<void> => context.budget.step(context);

/** Duration of a step in milliseconds; shorter steps are combined. */
const STEP_MS = 5;

/** Returns a function that pauses when the request has used a step's time since the last pause. */
export const pacer = (context: RequestContext): Pause => paced(() => pause(context));

/** Returns a function that waits when a step's time is over. */
export function paced(wait: () => Promise<void>): Pause {
  let since = performance.now();
  const begin = (): void => {
    since = performance.now();
  };
  return () => (performance.now() - since < STEP_MS ? undefined : wait().then(begin));
}

/** Runs interruptible work: at once, or for a large request with turns for others between the steps. */
export function inTurns<T>(context: RequestContext, steps: Steps<T>): T | Promise<T> {
  return context.isLarge ? inSteps(steps, pacer(context)) : atOnce(steps);
}

/** Runs the next step of a request: immediately, or for a large one after a turn of the others. */
export function next<T, U>(
  context: RequestContext,
  given: T | Promise<T>,
  step: (given: T) => U | Promise<U>,
): U | Promise<U> {
  if (context.isLarge) return later(context, given, step);
  return thenMaybe(given, step);
}

async function later<T, U>(
  context: RequestContext,
  given: T | Promise<T>,
  step: (given: T) => U | Promise<U>,
): Promise<U> {
  const value = await given;
  await pause(context);
  return step(value);
}
