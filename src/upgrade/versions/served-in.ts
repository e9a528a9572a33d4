import { MANY } from "../../resources/features/runtime-config.ts";
import { type Serves, servesByDefault } from "../../resources/features/served-versions.ts";
import { existsIn, findByPlural } from "../../resources/lifecycle/api-versions.ts";

/** Versions of built-in kinds that a cluster serves beyond the usual ones. */
export interface ServedVersions {
  /** Values of `--runtime-config`, such as `api/beta=true`. */
  readonly runtimeConfig: readonly string[];
  /** `group/version/plural` of requests that the cluster answered. */
  readonly used: ReadonlySet<string>;
}

/** Returns the versions that a cluster with these settings serves in Kubernetes `1.MINOR`. */
export function servedIn(minor: number, { runtimeConfig, used }: ServedVersions): Serves {
  const settings = settingsOf(runtimeConfig);
  const many = Object.keys(MANY).filter((key) => settings.has(key));
  return (kind) => {
    // The server of this program has v1beta1 of webhook configurations, so that it can load them.
    if (kind.plural.endsWith("webhookconfigurations")) return servesByDefault(kind);
    const row = findByPlural(kind.group, kind.version, kind.plural);
    if (row !== undefined && !existsIn(row, minor)) return false;
    const version = `${kind.group}/${kind.version}`;
    const named = `${version}/${kind.plural}`;
    const set = settings.get(named) ?? settings.get(version);
    if (set !== undefined) return set;
    if (used.has(named)) return true;
    const wide = many.findLast((key) => MANY[key]?.test(kind.version));
    return wide === undefined ? servesByDefault(kind) : settings.get(wide) === true;
  };
}

/** The settings, without those that cannot be read. */
export function settingsOf(runtimeConfig: readonly string[]): ReadonlyMap<string, boolean> {
  return new Map(
    runtimeConfig
      .flatMap((text) => text.split(","))
      .flatMap((text): [string, boolean][] => {
        const [key = "", value = "true"] = text.split("=").map((part) => part.trim());
        return key === "" ? [] : [[key, value !== "false"]];
      }),
  );
}
