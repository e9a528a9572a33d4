import type { Answering } from "../../explain/offline/callers.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { type ReplayServer, startReplayServer } from "../../replay/replay-server.ts";
import { type Features, featuresOf } from "../../resources/features/features.ts";
import { type GateState, gateState, isGate } from "../../resources/features/gate-state.ts";
import { GATES, type Gate } from "../../resources/features/gates.ts";
import { type ServedVersions, servedIn } from "./served-in.ts";

/** Settings that are the same before and after the upgrade. */
export interface ClusterSettings {
  /** Objects that admission reads. */
  readonly manifests: readonly Manifest[];
  readonly answering: Pick<Answering, "call" | "handlers">;
  readonly disablePlugins?: readonly string[];
  readonly served: ServedVersions;
  /** Feature gates of the cluster. Those that a version does not have, or has locked, are left out there. */
  readonly gates: ReadonlyMap<string, boolean>;
}

/** Starts a server of Kubernetes `1.MINOR`. `reverted`: gates with a state that the version does not have by itself. */
export function startVersion(
  minor: number,
  { manifests, answering, disablePlugins, served, gates }: ClusterSettings,
  reverted: ReadonlyMap<Gate, boolean> = new Map(),
): Promise<ReplayServer> {
  return startReplayServer({
    manifests,
    answering,
    ...(disablePlugins && { disablePlugins }),
    features: featuresOf(minor, new Map([...gatesIn(minor, gates), ...reverted])),
    serves: servedIn(minor, served),
  });
}

/** The given gates that a version accepts. */
function gatesIn(minor: number, gates: ReadonlyMap<string, boolean>): Map<Gate, boolean> {
  const kept = new Map<Gate, boolean>();
  for (const [name, isOn] of gates) {
    const state = isGate(name) ? gateState(name, minor) : undefined;
    if (isGate(name) && state !== undefined && (!state.isLocked || state.isOn === isOn)) kept.set(name, isOn);
  }
  return kept;
}

/** A gate that is on in one version and off in the other. */
export interface ChangedGate {
  readonly gate: Gate;
  readonly before: boolean;
  /** State in the new version; undefined if it does not have the gate. */
  readonly now: GateState | undefined;
}

/** Returns the gates whose state differs between two servers with these settings. */
export function changedGatesBetween(
  from: number,
  to: number,
  gates: ReadonlyMap<string, boolean>,
): ChangedGate[] {
  const before: Features = featuresOf(from, gatesIn(from, gates));
  const now: Features = featuresOf(to, gatesIn(to, gates));
  return Object.keys(GATES)
    .filter(isGate)
    .filter((gate) => before.isOn(gate) !== now.isOn(gate))
    .map((gate) => ({ gate, before: before.isOn(gate), now: gateState(gate, to) }));
}
