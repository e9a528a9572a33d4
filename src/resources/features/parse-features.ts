import { BINARY_MINOR, checkEmulatedVersion, parseEmulatedVersion } from "./emulated-version.ts";
import { parseFeatureGates } from "./feature-gates.ts";
import { type Features, featuresOf, ORDINARY_FEATURES } from "./features.ts";
import { refuseFixedGates } from "./fixed-gates.ts";

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
