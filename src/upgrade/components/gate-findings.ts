import { goBool } from "../../go/bool.ts";
import { messageOf } from "../../report/describe-error.ts";
import { parseFeatureGates } from "../../resources/features/feature-gates.ts";
import { gateState, isGate } from "../../resources/features/gate-state.ts";
import {
  REMOVED_GATES,
  REMOVED_KUBEADM_GATES,
  type RemovedGate,
  SUCCESSOR_GATES,
} from "../facts/removed-gates.ts";
import type { Found } from "../finding.ts";
import { placeOf } from "../place-of.ts";
import { named, type Upgraded } from "../versions/upgraded.ts";
import type { ComponentSettings, Setting } from "./component-settings.ts";

/** Returns what is wrong with the feature gates of a component after the upgrade. */
export function gateFindings(settings: ComponentSettings, upgraded: Upgraded): Found[] {
  const found = settings.gates.flatMap((setting) => gateFinding(settings, setting, upgraded) ?? []);
  return [...found, ...dependencies(settings, upgraded)];
}

function gateFinding(
  { of, component }: ComponentSettings,
  { name, value, path }: Setting,
  { from, to }: Upgraded,
): Found | undefined {
  const isOn = goBool(value);
  const place = placeOf(of, path);
  const removed = (component === "kubeadm" ? REMOVED_KUBEADM_GATES : REMOVED_GATES).get(name);
  if (removed !== undefined && removed.removed <= to)
    return {
      concern: "gate-gone",
      gate: name,
      cause: `${component} ${named(to)} has no feature gate ${name}, and does not start with it`,
      change: goneChange(name, isOn, removed),
      place,
    };
  if (component === "kubeadm" || name === "AllAlpha" || name === "AllBeta") return undefined;
  const now = isGate(name) ? gateState(name, to) : undefined;
  if (!isGate(name) || now === undefined) {
    if (component !== "kube-apiserver") return undefined;
    return {
      concern: "gate-gone",
      gate: name,
      cause: `kube-apiserver ${named(to)} has no feature gate ${name}, and does not start with it`,
      change: `remove ${name}`,
      place,
    };
  }
  if (isOn === undefined) return undefined;
  if (now.isLocked && now.isOn !== isOn)
    return {
      concern: "gate-locked",
      gate: name,
      cause: `${component} ${named(to)} does not start with ${name}=${isOn}: the gate is locked to ${now.isOn}`,
      change: `remove ${name}, and prepare for the behavior with ${name}=${now.isOn}`,
      place,
    };
  const before = gateState(name, from);
  if (now.isOn === isOn && before !== undefined && before.isOn !== isOn)
    return {
      concern: "gate-default",
      gate: name,
      cause: `${name}=${isOn} is the default of ${named(to)}`,
      change: `${name} may be removed`,
      place,
    };
  return undefined;
}

function goneChange(name: string, isOn: boolean | undefined, { isOn: was }: RemovedGate): string {
  const successor = SUCCESSOR_GATES[name];
  if (successor !== undefined) return `remove ${name}; ${successor} has its part`;
  if (isOn === was || isOn === undefined) return `remove ${name}; the behavior is the same`;
  return `remove ${name}; the behavior is that of ${name}=${was}`;
}

/** Since 1.35 a component does not start if a gate is on whose dependencies are off. */
function dependencies({ of, component, gates }: ComponentSettings, { from, to }: Upgraded): Found[] {
  const first = gates[0];
  if (component !== "kube-apiserver" || first === undefined || to < CHECKED_SINCE) return [];
  const kept = (minor: number): string[] =>
    gates
      .filter(({ name, value }) => {
        const state = isGate(name) ? gateState(name, minor) : undefined;
        return state !== undefined && !(state.isLocked && state.isOn !== goBool(value));
      })
      .map(({ name, value }) => `${name}=${value}`);
  const problem = problemOf(kept(to), to);
  if (problem === "" || (from >= CHECKED_SINCE && problemOf(kept(from), from) !== "")) return [];
  return [
    {
      concern: "gate-locked",
      cause: `kube-apiserver ${named(to)} does not start with these feature gates: ${problem}`,
      change: "turn the needed gates on, or this one off",
      place: placeOf(of, first.path),
    },
  ];
}

const CHECKED_SINCE = 35;

function problemOf(settings: readonly string[], minor: number): string {
  try {
    parseFeatureGates(settings, minor);
    return "";
  } catch (error) {
    const told = messageOf(error);
    return told.includes("depends on features") ? told : "";
  }
}
