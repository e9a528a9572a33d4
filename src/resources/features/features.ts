import { BINARY_MINOR } from "./emulated-version.ts";
import { type GateState, gateState, isGate } from "./gate-state.ts";
import { GATES, type Gate } from "./gates.ts";

/** State of the feature gates of a server. */
export interface Features {
  /** Minor version of Kubernetes that is emulated: 36 for 1.36. */
  readonly minor: number;
  isOn(gate: Gate): boolean;
}

/** A gate in the metrics at `/metrics`. */
export interface ShownGate {
  readonly gate: Gate;
  readonly stage: GateState["stage"];
  readonly isOn: boolean;
}

/** Returns the features that `1.MINOR` has without flags, with the states of `set` instead. */
export function featuresOf(minor: number, set: ReadonlyMap<Gate, boolean> = new Map()): Features {
  const known = new Map(set);
  const isOn = (gate: Gate): boolean => {
    const found = known.get(gate) ?? gateState(gate, minor)?.isOn ?? false;
    known.set(gate, found);
    return found;
  };
  return { minor, isOn };
}

/** The features of Kubernetes 1.37. */
export const ORDINARY_FEATURES: Features = featuresOf(BINARY_MINOR);

/** Returns those of the given gates whose state differs from an ordinary 1.37. */
export const changedGates = <G extends Gate>(features: Features, gates: readonly G[]): readonly G[] =>
  features === ORDINARY_FEATURES
    ? []
    : gates.filter((gate) => features.isOn(gate) !== ORDINARY_FEATURES.isOn(gate));

/** Returns all gates whose state differs from an ordinary 1.37. */
export const allChangedGates = (features: Features): ReadonlySet<Gate> =>
  new Set(changedGates(features, Object.keys(GATES).filter(isGate)));

/** Returns all gates that the version has, by name. */
export function shownGates(features: Features): ShownGate[] {
  return Object.keys(GATES)
    .filter(isGate)
    .flatMap((gate) => {
      const state = gateState(gate, features.minor);
      return state === undefined ? [] : [{ gate, stage: state.stage, isOn: features.isOn(gate) }];
    });
}
