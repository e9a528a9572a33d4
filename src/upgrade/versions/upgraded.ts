import { BINARY_MINOR, OLDEST_MINOR } from "../../resources/features/emulated-version.ts";

/** The oldest version that the table of API versions begins with. */
const OLDEST_KNOWN = 16;

/** The upgrade: minor versions, 36 for 1.36. */
export interface Upgraded {
  readonly from: number;
  readonly to: number;
}

/** Parses `1.36`, `v1.36.3`. Throws an Error with the reason for other texts and versions that are not known. */
function parseMinor(text: string, flag: string): number {
  const [, digits] = /^v?1\.(\d{1,3})(?:\.\d+)?$/.exec(text.trim()) ?? [];
  const minor = Number(digits);
  if (digits === undefined) throw new Error(`${flag}: give a version such as 1.${BINARY_MINOR}`);
  if (minor < OLDEST_KNOWN || minor > BINARY_MINOR)
    throw new Error(`${flag}: versions from 1.${OLDEST_KNOWN} to 1.${BINARY_MINOR} are known`);
  return minor;
}

/** Checks both versions. Throws an Error for an upgrade that is none, or that ends before the emulated versions. */
export function upgradedOf(from: string, to: string): Upgraded {
  const upgraded = { from: parseMinor(from, "--from"), to: parseMinor(to, "--to") };
  if (upgraded.to <= upgraded.from) throw new Error("--to must be a newer version than --from");
  if (upgraded.to < OLDEST_MINOR) throw new Error(`--to: there are versions from 1.${OLDEST_MINOR} on`);
  return upgraded;
}

/** The version that decides in the place of the old one. */
export const emulatedFrom = ({ from }: Upgraded): number => Math.max(from, OLDEST_MINOR);

/** `1.36`. */
export const named = (minor: number): string => `1.${minor}`;
