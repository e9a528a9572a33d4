import { BINARY_MINOR, checkEmulatedVersion, parseEmulatedVersion } from "./emulated-version.ts";
import { parseFeatureGates } from "./feature-gates.ts";
import { type Features, featuresOf, ORDINARY_FEATURES } from "./features.ts";
import { gateState } from "./gate-state.ts";
import { GATES, type Gate } from "./gates.ts";

/** Returns the features of a version such as `1.35`; default: the newest. Throws an Error for other versions. */
export const featuresOfVersion = (version: string | undefined): Features =>
  parseFeatures(version === undefined ? [] : [version], []);

/**
 * Parses the values of `--emulated-version` and `--feature-gates`. Throws an Error with the text of the
 * reference for values that the reference refuses, and an Error of its own for features that this server does
 * not have.
 */
export function parseFeatures(emulatedVersion: readonly string[], gates: readonly string[]): Features {
  if (emulatedVersion.length === 0 && gates.length === 0) return ORDINARY_FEATURES;
  const version = parseEmulatedVersion(emulatedVersion);
  const minor = version?.minor ?? BINARY_MINOR;
  const set = parseFeatureGates(gates, minor);
  if (version !== undefined) checkEmulatedVersion(version);
  refuseFixedGates(set, minor);
  return featuresOf(minor, set);
}

/** Throws an Error if a gate is set to a state that this server does not support. */
function refuseFixedGates(set: ReadonlyMap<Gate, boolean>, minor: number): void {
  const isHere = (gate: Gate, isOn: boolean): boolean =>
    !GATES[gate].endsWith(" fixed") ||
    isOn === gateState(gate, minor)?.isOn ||
    isOn === ORDINARY_FEATURES.isOn(gate);
  const refused = [...set].filter(([gate, isOn]) => !isHere(gate, isOn));
  if (refused.length > 0)
    throw new Error(
      `--feature-gates: this server cannot set ${refused.map(([gate, isOn]) => `${gate}=${isOn}`).join(", ")}`,
    );
}
