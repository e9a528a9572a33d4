import type { Json } from "../../../api/json.ts";
import { atOnce, inSteps, type Pause, type Steps } from "../../../api/steps.ts";
import { whenThere } from "../../../api/when-there.ts";
import { countValues } from "../../../json/count-values.ts";
import { addSize } from "../../../json/rough-size.ts";
import type { RequestContext } from "../../request-context.ts";

/** Bytes of a body or of a stored object from which on a request takes its steps one by one. */
const LARGE = 256 << 10;
/** The same where there are many values in them: each takes longer than its bytes. */
const LARGE_WITH_MANY = 64 << 10;
const MANY = 5000;

/** Notes that a request has to do with these bytes. */
export function noteSize(context: RequestContext, bytes: Uint8Array): void {
  if (context.isLarge) return;
  const { byteLength } = bytes;
  if (byteLength > LARGE || (byteLength > LARGE_WITH_MANY && countValues(bytes) > MANY))
    context.isLarge = true;
}

/** The same of a value that is not written yet. */
export function noteValue(context: RequestContext, value: Json): void {
  if (context.isLarge) return;
  const { length, values } = addSize(value, { length: 0, values: 0 });
  if (length > LARGE || (length > LARGE_WITH_MANY && values > MANY)) context.isLarge = true;
}

/** Everybody else who waits for the event loop has a turn; what comes then is the work of this request again. */
export const pause = (context: RequestContext): Promise<void> => context.budget.step(context);

/** A step of a request, in milliseconds: shorter ones are taken together. */
const STEP_MS = 5;

/** Pauses where the request has had its time since the last pause. */
export const pacer = (context: RequestContext): Pause => paced(() => pause(context));

/** Waits where a step's time is over. */
export function paced(wait: () => Promise<void>): Pause {
  let since = performance.now();
  const begin = (): void => {
    since = performance.now();
  };
  return () => (performance.now() - since < STEP_MS ? undefined : wait().then(begin));
}

/** Work with places at which it can be left: in one piece, or of a large request with turns for the others in between. */
export function inTurns<T>(context: RequestContext, steps: Steps<T>): T | Promise<T> {
  return context.isLarge ? inSteps(steps, pacer(context)) : atOnce(steps);
}

/** The next step of a request: at once; of a large one when the others have had a turn. */
export function next<T, U>(
  context: RequestContext,
  given: T | Promise<T>,
  step: (given: T) => U | Promise<U>,
): U | Promise<U> {
  if (context.isLarge) return later(context, given, step);
  return whenThere(given, step);
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
