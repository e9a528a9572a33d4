import type { Steps } from "../../async/steps.ts";
import type { Gate } from "./gates.ts";

/**
 * A setting that differs from that of an ordinary server: a feature gate, or privileged containers with
 * `--allow-privileged=false`.
 */
export type Switch = Gate | "AllowPrivileged";

const NONE: ReadonlySet<Switch> = new Set();

/**
 * Changed settings for the rules that run now. Rules run without a pause or step by step, so other rules
 * never see these settings.
 */
let changed: ReadonlySet<Switch> = NONE;

/**
 * True if a feature that is on in Kubernetes 1.36 is off for the object that is validated now. Rules call it
 * where the reference reads its feature gate; on a server with the features of 1.36 it is always false.
 * Adapted strategies set it around each call (`adapt-resource.ts`).
 */
export const isGateOff = (gate: Switch): boolean => changed.has(gate);

/**
 * True if a feature that is off in Kubernetes 1.36 is on for this object; on a server with the features of
 * 1.36 it is always false.
 */
export const isGateOn = (gate: Gate): boolean => changed.has(gate);

/** Runs rules with these gates in the state that is not the ordinary one. `work` must be synchronous. */
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
