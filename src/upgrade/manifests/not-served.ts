import { formatGroupVersion, parseGroupVersion } from "../../api/group-version.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { text } from "../../json/value.ts";
import {
  type ApiVersion,
  existsIn,
  findApiVersion,
  findOtherVersion,
} from "../../resources/lifecycle/api-versions.ts";
import { migrationOf } from "../facts/migrations.ts";
import type { Found } from "../finding.ts";
import { placeOf } from "../place-of.ts";
import { named, type Upgraded } from "../versions/upgraded.ts";

/** Returns what an API version of a kind needs, without the requests and objects; undefined if it needs nothing. */
function versionFinding(
  group: string,
  version: string,
  kind: string,
  upgraded: Upgraded,
): Omit<Found, "request" | "place"> | undefined {
  const row = findApiVersion(group, version, kind);
  if (row !== undefined) return rowFinding(row, upgraded);
  const other = findOtherVersion(group, version, kind);
  if (other === undefined) return undefined;
  return {
    concern: "deprecated",
    cause: `${formatGroupVersion({ group, version })} of ${kind} is not part of ${other.gone} and later`,
    change: `write apiVersion: ${other.replacement}, if that release is installed`,
  };
}

/** The finding about a row of the table. */
export function rowFinding(
  row: ApiVersion,
  { from, to }: Upgraded,
): Omit<Found, "request" | "place"> | undefined {
  const { group, version, kind, removed, deprecated, replacement } = row;
  const name = formatGroupVersion({ group, version });
  const change = changeOf(row);
  if (!existsIn(row, to) && removed <= to) {
    const isOld = removed <= from;
    return {
      concern: "not-served",
      cause: `${name} of ${kind} is not served since ${named(removed)}${isOld ? ", and so not before the upgrade either" : ""}`,
      change,
      ...(isOld && { severity: "warning" as const }),
    };
  }
  if (deprecated > to) return undefined;
  return {
    concern: "deprecated",
    cause: `${name} of ${kind} is deprecated since ${named(deprecated)}, and is not served from ${named(removed)} on`,
    change: replacement === "" ? "" : change,
  };
}

function changeOf({ group, version, kind, replacement }: ApiVersion): string {
  const more = migrationOf(formatGroupVersion({ group, version }), kind);
  if (replacement === "") return more === "" ? "no other version has the kind: remove the object" : more;
  return `write apiVersion: ${replacement}${more === "" ? "" : `; ${more}`}`;
}

/** Returns the finding about the version of a manifest; undefined if it needs nothing. */
export function manifestVersion(manifest: Manifest, upgraded: Upgraded): Found | undefined {
  const { group, version } = parseGroupVersion(text(manifest.object.apiVersion));
  const finding = versionFinding(group, version, text(manifest.object.kind), upgraded);
  return finding && { ...finding, place: placeOf(manifest, ["apiVersion"]) };
}
