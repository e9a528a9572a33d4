/** Work that can be left at each `yield`: on a large object every piece of it takes the event loop for some time. */
export type Steps<T> = Generator<undefined, T>;

/** All of it in one piece. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
