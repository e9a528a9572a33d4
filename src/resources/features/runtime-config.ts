import { formatGroupVersion } from "../../api/group-version.ts";
import { goBool } from "../../go/bool.ts";
import { quote } from "../../go/quote.ts";
import { type Serves, servesByDefault } from "./served-versions.ts";

/** Groups and versions in the schemes of the reference. */
export interface KnownVersions {
  hasGroup(group: string): boolean;
  hasVersion(group: string, version: string): boolean;
}

/** Settings for several versions at once, in order of increasing priority. */
export const MANY: Readonly<Record<string, RegExp>> = {
  "api/all": /^/,
  "api/ga": /^v\d+$/,
  "api/beta": /^v\d+beta\d+$/,
  "api/alpha": /^v\d+alpha\d+$/,
};

/**
 * Parses the values of `--runtime-config`, which enable and disable versions: `apps/v1=false`,
 * `batch/v1/jobs=true`, `api/beta=true`. Throws an Error with the texts of the reference
 * (apiserver/pkg/server/options/api_enablement.go, apiserver/pkg/server/resourceconfig/helpers.go).
 */
export function parseRuntimeConfig(settings: readonly string[], known: KnownVersions): Serves {
  const values = readSettings(settings);
  if (values.size === 1 && values.get("api/all") === "false")
    throw new Error("invalid runtime-config with only api/all=false");
  const many = Object.keys(MANY).filter((key) => values.has(key));
  const single = [...values.keys()].filter((key) => !Object.hasOwn(MANY, key));
  checkKeys(single, known);
  const ofMany = many.map((key) => [MANY[key] ?? /^/, manyValue(key, values.get(key))] as const);
  const explicit = new Map(single.map((key) => [key, singleValue(key, values.get(key), known)]));
  return (kind) => {
    const version = formatGroupVersion(kind);
    const set = explicit.get(`${withSlash(version)}/${kind.plural}`) ?? explicit.get(withSlash(version));
    return set ?? ofMany.findLast(([pattern]) => pattern.test(kind.version))?.[1] ?? servesByDefault(kind);
  };
}

/** Adds a slash to versions of the core group, whose name is empty: `/v1`. */
const withSlash = (version: string): string => (version.includes("/") ? version : `/${version}`);

/**
 * True for other names of the core group's only version
 * (kubernetes/pkg/controlplane/apiserver/options/options.go, Complete).
 */
const isCore = (key: string): boolean => /^(?:api\/)?v1(?:\/|$)/.test(key);
/** A setting that is accepted but has no effect. */
const IGNORED = "api/legacy";

/** Parses settings like Set in component-base/cli/flag/configuration_map.go. */
function readSettings(settings: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const text of settings.flatMap((all) => all.split(",")).filter((one) => one !== "")) {
    const at = text.indexOf("=");
    const [key, value] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
    const name = key.trim();
    if (name !== IGNORED) values.set(isCore(name) ? "/v1" : name, value.trim());
  }
  return values;
}

/** Settings that enable or disable flow control; the first that is set decides. */
const WITH_FLOW_CONTROL = ["flowcontrol.apiserver.k8s.io/v1", "api/ga", "api/all"];

/**
 * Refuses settings that disable the kinds of priority and fairness, which needs them
 * (kubernetes/pkg/controlplane/apiserver/options/validation.go, validateAPIPriorityAndFairness).
 */
export function refuseWithoutFlowControl(settings: readonly string[]): void {
  const values = readSettings(settings);
  const key = WITH_FLOW_CONTROL.find((one) => ["true", "false"].includes(values.get(one) ?? ""));
  if (key !== undefined && values.get(key) === "false")
    throw new Error(`--runtime-config=${key}=false conflicts with --enable-priority-and-fairness=true`);
}

function checkKeys(keys: readonly string[], known: KnownVersions): void {
  const invalid = keys.find((key) => ![2, 3].includes(key.split("/").length));
  if (invalid !== undefined) throw new Error(`runtime-config invalid key ${invalid}`);
  const unknown = keys
    .map((key) => key.split("/", 2))
    .filter(([group = ""]) => !known.hasGroup(group))
    .map((parts) => parts.join("/").replace(/^\//, ""));
  if (unknown.length > 0) throw new Error(`unknown api groups ${[...new Set(unknown)].sort().join(",")}`);
}

function manyValue(key: string, value = ""): boolean {
  if (value === "true" || value === "false") return value === "true";
  throw new Error(`invalid value ${key}=${value}`);
}

function singleValue(key: string, value = "", known: KnownVersions): boolean {
  const [group = "", version = "", resource = ""] = key.split("/");
  if (!known.hasVersion(group, version))
    throw new Error(`group version ${formatGroupVersion({ group, version })} that has not been registered`);
  const isOn = value === "" ? true : goBool(value);
  if (isOn === undefined)
    throw new Error(
      `invalid value of ${key}: ${value}, err: strconv.ParseBool: parsing ${quote(value)}: invalid syntax`,
    );
  if (resource !== resource.toLowerCase())
    throw new Error(
      `invalid key ${key}: group/version/resource and resource is always lowercase plural, not ${quote(resource)}`,
    );
  return isOn;
}
