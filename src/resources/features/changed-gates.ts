import type { Steps } from "../../api/steps.ts";
import type { Gate } from "./gates.ts";

/** What a server has otherwise than usual: features, and privileged containers with `--allow-privileged=false`. */
export type Switch = Gate | "AllowPrivileged";

const NONE: ReadonlySet<Switch> = new Set();

/** Of the rules that run now. They run without a pause, or step by step, so that no other rules see it. */
let changed: ReadonlySet<Switch> = NONE;

/**
 * Whether a feature that is on in Kubernetes 1.36 is off for the object that is checked now. Rules ask this where the reference asks its
 * feature gate; for a server with the features of 1.36 it is always false. Adapted strategies set it around each call (`adapt-resource.ts`).
 */
export const isGateOff = (gate: Switch): boolean => changed.has(gate);

/** Whether a feature that is off in Kubernetes 1.36 is on for it; for a server with the features of 1.36 it is always false. */
export const isGateOn = (gate: Gate): boolean => changed.has(gate);

/** Runs rules with these gates in their other state. `work` must not be asynchronous. */
export function withChangedGates<T>(gates: ReadonlySet<Switch>, work: () => T): T {
  const before = changed;
  changed = gates;
  try {
    return work();
  } finally {
    changed = before;
  }
}

/** The same for rules that run in steps. */
export function* stepsWithChangedGates<T>(gates: ReadonlySet<Switch>, steps: Steps<T>): Steps<T> {
  for (;;) {
    const step = withChangedGates(gates, () => steps.next());
    if (step.done === true) return step.value;
    yield;
  }
}
