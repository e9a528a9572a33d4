let waiting: (() => void)[] = [];

/**
 * Resolves later in this turn of the event loop, for everybody who waits in it at once. Requests that came in together
 * then go through the code in step, each await side by side, instead of one after the other from end to end: the path
 * of a write is longer than a processor's cache for instructions, and going through it in step halves its cost
 * (docs/decisions/0006-requests-in-step.md). Who is alone waits for nothing.
 */
export function together(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(release);
  });
}

function release(): void {
  const all = waiting;
  waiting = [];
  for (const go of all) go();
}
