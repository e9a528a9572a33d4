import type { Steps } from "../../api/steps.ts";
import type { Gate } from "./gates.ts";

/** What a server does not have: features, and privileged containers without `--allow-privileged`. */
export type Switch = Gate | "AllowPrivileged";

const NONE: ReadonlySet<Switch> = new Set();

/** Of the rules that run now. They run without a pause, or step by step, so that no other rules see it. */
let off: ReadonlySet<Switch> = NONE;

/**
 * Whether a feature of Kubernetes 1.36 is off for the object that is checked now. Rules ask this where the reference asks its feature
 * gate; for a server with the features of 1.36 it is always false. Adapted strategies set it around each call (`adapt-resource.ts`).
 */
export const isGateOff = (gate: Switch): boolean => off.has(gate);

/** Runs rules with these gates off. `work` must not be asynchronous. */
export function withGatesOff<T>(gates: ReadonlySet<Switch>, work: () => T): T {
  const before = off;
  off = gates;
  try {
    return work();
  } finally {
    off = before;
  }
}

/** The same for rules that run in steps. */
export function* stepsWithGatesOff<T>(gates: ReadonlySet<Switch>, steps: Steps<T>): Steps<T> {
  for (;;) {
    const step = withGatesOff(gates, () => steps.next());
    if (step.done === true) return step.value;
    yield;
  }
}
