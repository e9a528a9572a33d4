import { GATES, type Gate } from "./gates.ts";

/** State of a feature gate in one version of Kubernetes. */
export interface GateState {
  readonly stage: "alpha" | "beta" | "ga" | "deprecated";
  /** State if no flag sets the gate. */
  readonly isOn: boolean;
  /** True if no flag can change the state. */
  readonly isLocked: boolean;
}

const STATES: Readonly<Record<string, GateState>> = {
  alpha: { stage: "alpha", isOn: false, isLocked: false },
  beta: { stage: "beta", isOn: true, isLocked: false },
  ga: { stage: "ga", isOn: true, isLocked: true },
  deprecated: { stage: "deprecated", isOn: false, isLocked: false },
};

/** True for the names of feature gates that this server knows. */
export const isGate = (name: string): name is Gate => Object.hasOwn(GATES, name);

/** Returns the state of a gate in Kubernetes `1.MINOR`; undefined if that version does not have the gate. */
export function gateState(gate: Gate, minor: number): GateState | undefined {
  let found: GateState | undefined;
  for (const change of GATES[gate].split("; ")) {
    const words = change.split(" ");
    const since = words[0]?.startsWith("1.") ? Number(words.shift()?.slice(2)) : 0;
    if (since <= minor) found = parseState(words);
  }
  return found;
}

function parseState([stage = "", ...exceptions]: readonly string[]): GateState | undefined {
  const usual = STATES[stage];
  if (usual === undefined) return undefined;
  return {
    stage: usual.stage,
    isOn: exceptions.includes("on") || (usual.isOn && !exceptions.includes("off")),
    isLocked: exceptions.includes("locked") || (usual.isLocked && !exceptions.includes("unlocked")),
  };
}
