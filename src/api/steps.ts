/** Work that can be left at each `yield`: on a large object every piece of it takes the event loop for some time. */
export type Steps<T> = Generator<undefined, T>;

/** Gives others a turn; undefined: it is not time for that yet. */
export type Pause = () => Promise<void> | undefined;

/** Step by step, with a pause where it is time for one. */
export async function inSteps<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const others = pause();
    if (others !== undefined) await others;
  }
}

/** At once what is not time for a pause; undefined: that was all. */
export function untilPause(steps: Steps<void>, pause: Pause): Promise<void> | undefined {
  for (;;) {
    if (steps.next().done === true) return undefined;
    const others = pause();
    if (others !== undefined) return others.then(() => inSteps(steps, pause));
  }
}

/** All of it in one piece. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
