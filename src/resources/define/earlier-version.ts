import type { VersionFacts } from "./resource-facts.ts";

interface EarlierVersion extends Pick<VersionFacts, "defaults" | "converter" | "since"> {
  /** Minor versions of Kubernetes (34 for 1.34) that deprecated and removed this version. */
  readonly deprecated: number;
  readonly removed: number;
  /** The warning of the reference recommends v1 instead. */
  readonly namesReplacement?: boolean;
}

/**
 * A version before v1 that is served if `--runtime-config` enables it, with the warning of the reference
 * (apiserver/pkg/endpoints/deprecation/deprecation.go, WarningMessage).
 */
export const earlierVersion = (
  groupVersion: string,
  kind: string,
  { deprecated, removed, namesReplacement = false, ...facts }: EarlierVersion,
): VersionFacts => {
  const [group = "", version = ""] = groupVersion.split("/");
  return {
    version,
    type: `${group.replace(/\.k8s\.io$/, "")}/${version}.${kind}`,
    deprecated: `${groupVersion} ${kind} is deprecated in v1.${deprecated}+, unavailable in v1.${removed}+${namesReplacement ? `; use ${group}/v1 ${kind}` : ""}`,
    removed,
    ...facts,
  };
};
