import { formatGroupVersion } from "../../api/group-version.ts";
import { findByPlural } from "../../resources/lifecycle/api-versions.ts";
import type { Registry } from "../../resources/registry.ts";
import type { Found } from "../finding.ts";
import { rowFinding } from "../manifests/not-served.ts";
import { named, type Upgraded } from "../versions/upgraded.ts";
import type { UsedVersion } from "./used-versions.ts";

/** Returns a finding for each client that asks for a version that is not served, or not for long. */
export function usedFindings(
  used: UsedVersion,
  upgraded: Upgraded,
  before: Registry,
  now: Registry,
): Found[] {
  const finding = findingOf(used, upgraded, before, now);
  if (finding === undefined) return [];
  return [...used.clients.values()].map(({ agent, user, count }) => ({
    ...finding,
    request: { id: "", agent, user, count },
  }));
}

function findingOf(
  { group, version, plural, isAnswered }: UsedVersion,
  upgraded: Upgraded,
  before: Registry,
  now: Registry,
): Omit<Found, "request" | "place"> | undefined {
  const row = findByPlural(group, version, plural);
  if (row !== undefined) {
    const finding = rowFinding(row, upgraded);
    // A removed version that a server answers is served by something else.
    return finding?.concern === "not-served" && row.removed <= upgraded.from && isAnswered
      ? undefined
      : finding;
  }
  const wasServed = before.find(group, version, plural) !== undefined;
  if (!wasServed || now.find(group, version, plural) !== undefined) return undefined;
  return {
    concern: "not-served",
    cause: `${formatGroupVersion({ group, version })} of ${plural} is not served by ${named(upgraded.to)}`,
  };
}
