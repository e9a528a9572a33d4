let waiting: (() => void)[] = [];
const listeners = new Set<StepListener>();

/** Told of the steps that requests go together. */
export interface StepListener {
  stepBegins(): void;
  stepEnds(): void;
}

/**
 * Resolves later in this turn of the event loop, for everybody who waits in it at once. Requests that came in together
 * then go through the code in step, each await side by side, instead of one after the other from end to end: the path
 * of a write is longer than a processor's cache for instructions, and going through it in step halves its cost
 * (docs/decisions/0006-requests-in-step.md). Who is alone waits for nothing.
 */
export function together(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) > 1) return;
    setImmediate(release);
    // Asked for now, it comes right after all that the step has set off, and before anything else.
    if (listeners.size > 0) setImmediate(tellOfEnd);
  });
}

/** Returns how to end that. */
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
