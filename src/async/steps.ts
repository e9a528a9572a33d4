/**
 * Work that can be interrupted at each `yield`. On a large object, the parts between them block the event loop for
 * some time.
 */
export type Steps<T> = Generator<undefined, T>;

/** Yields the event loop if it is time for that; undefined if it is not. */
export type Pause = () => Promise<void> | undefined;

/** Runs all steps, with a pause whenever `pause` returns one. */
export async function inSteps<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const others = pause();
    if (others !== undefined) await others;
  }
}

/** Runs steps until the first pause. Returns a promise of the remaining steps, or undefined if all steps are done. */
export function untilPause(steps: Steps<void>, pause: Pause): Promise<void> | undefined {
  for (;;) {
    if (steps.next().done === true) return undefined;
    const others = pause();
    if (others !== undefined) return others.then(() => inSteps(steps, pause));
  }
}

/** Runs all steps without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
