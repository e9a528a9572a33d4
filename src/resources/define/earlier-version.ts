import type { VersionFacts } from "./resource-facts.ts";

interface EarlierVersion extends Pick<VersionFacts, "defaults" | "converter" | "since"> {
  /** `1.34` for 34: when it was declared to be old, and when it is no longer there. */
  readonly deprecated: number;
  readonly removed: number;
  /** The reference names v1 in its place. */
  readonly namesReplacement?: boolean;
}

/**
 * A version before v1 that is served where `--runtime-config` names it, with the warning of the reference
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
    ...facts,
  };
};
