import { parseGroupVersion } from "../../api/group-version.ts";
import { API_VERSIONS, existsIn } from "../../resources/lifecycle/api-versions.ts";
import { APISERVER_FLAGS, FLAG_CHANGES, type FlagChange } from "../facts/component-flags.ts";
import type { Found } from "../finding.ts";
import { placeOf } from "../place-of.ts";
import { settingsOf } from "../versions/served-in.ts";
import { named, type Upgraded } from "../versions/upgraded.ts";
import type { ComponentSettings, Setting } from "./component-settings.ts";

/** The version that the list of all flags is of. */
const LISTED = 37;

/** Returns what is wrong with the flags of a component after the upgrade. */
export function flagFindings(settings: ComponentSettings, upgraded: Upgraded): Found[] {
  return settings.flags.flatMap((setting) => [
    ...changed(settings, setting, upgraded),
    ...unknown(settings, setting, upgraded),
    ...runtimeConfig(settings, setting, upgraded),
  ]);
}

function changed({ of, component }: ComponentSettings, setting: Setting, { from, to }: Upgraded): Found[] {
  return FLAG_CHANGES.filter(
    (one) => one.component === component && one.since > from && one.since <= to && isMeant(one, setting),
  ).map(({ kind, flag, value, told, change }) => ({
    concern: kind === "gone" ? "flag-gone" : "flag-changed",
    cause: `--${flag}${value === undefined ? "" : `=${value}`} of ${component}: ${told}`,
    change,
    place: placeOf(of, setting.path),
  }));
}

const isMeant = ({ flag, value }: FlagChange, setting: Setting): boolean =>
  flag === setting.name && (value === undefined || setting.value.split(",").includes(value));

function unknown({ of, component }: ComponentSettings, { name, path }: Setting, { to }: Upgraded): Found[] {
  if (component !== "kube-apiserver" || to !== LISTED || APISERVER_FLAGS.has(name)) return [];
  return [
    {
      concern: "flag-gone",
      cause: `kube-apiserver ${named(to)} has no flag --${name}, and does not start with it`,
      change: `remove --${name}`,
      place: placeOf(of, path),
    },
  ];
}

/** Versions that `--runtime-config` names, and that are no longer there. */
function runtimeConfig({ of }: ComponentSettings, { name, value, path }: Setting, { to }: Upgraded): Found[] {
  if (name !== "runtime-config") return [];
  return [...settingsOf([value])].flatMap(([key, isOn]): Found[] => {
    const [groupName = "", version = "", plural] = key.split("/");
    const { group } = parseGroupVersion(`${groupName}/${version}`);
    const rows = API_VERSIONS.filter((row) => row.group === group && row.version === version);
    const [last] = [...rows].sort((a, b) => b.removed - a.removed);
    if (last === undefined || rows.some((row) => existsIn(row, to)) || !isOn) return [];
    return [
      {
        concern: "flag-changed",
        cause: `--runtime-config=${key}: ${group}/${version}${plural === undefined ? "" : ` of ${plural}`} is not served since ${named(last.removed)}`,
        change: last.replacement === "" ? `remove ${key}` : `remove ${key}; ${last.replacement} replaces it`,
        place: placeOf(of, path),
      },
    ];
  });
}
