let waiting: (() => void)[] = [];
const listeners = new Set<StepListener>();

/** Listener that is called at the beginning and at the end of each step that requests make together. */
export interface StepListener {
  stepBegins(): void;
  stepEnds(): void;
}

/**
 * Resolves later in this turn of the event loop, for all callers of the turn at once. Requests that arrived
 * together then run the same code in step, await by await, instead of one after the other from end to end.
 * The path of a write is longer than a processor's instruction cache, and running it in step halves its cost
 * (docs/decisions/0006-requests-in-step.md). A single request does not wait for others.
 */
export function inStep(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) > 1) return;
    setImmediate(release);
    // Scheduled at this point, it runs directly after the step and the promises that the step resolved,
    // before any other callback.
    if (listeners.size > 0) setImmediate(tellOfEnd);
  });
}

/** Adds a listener; returns a function that removes it. */
export function onSteps(listener: StepListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function release(): void {
  for (const listener of listeners) listener.stepBegins();
  const all = waiting;
  waiting = [];
  for (const go of all) go();
}

function tellOfEnd(): void {
  for (const listener of listeners) listener.stepEnds();
}
