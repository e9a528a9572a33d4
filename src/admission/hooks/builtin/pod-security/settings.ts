import { aggregate, duplicate, type FieldError, invalid } from "../../../../api/validation/field-error.ts";
import { nameIsDnsLabel, nameIsDnsSubdomain } from "../../../../api/validation/name-format.ts";
import { type Json, type JsonObject, record, text } from "../../../../json/value.ts";
import { InitializationError } from "../../../configuration/initialization-error.ts";
import {
  decodeStrictly,
  type FieldType,
  type Kinds,
  type StructType,
} from "../../../configuration/strict-decode.ts";
import { type LevelVersion, type PolicyDefaults, parseLevel, parseVersion, UNBOUND } from "./policy.ts";

/** Defaults for namespaces without labels, and exemptions. */
export interface PodSecuritySettings {
  readonly defaults: PolicyDefaults;
  readonly exempt: Readonly<Record<Exemption, ReadonlySet<string>>>;
  /**
   * Minor version of Kubernetes; later versions of levels have the same rules as it. Absent: all versions
   * differ.
   */
  readonly newest?: number;
}

type Exemption = "namespaces" | "runtimeClasses" | "usernames";

export const NO_SETTINGS: PodSecuritySettings = {
  defaults: UNBOUND,
  exempt: { namespaces: new Set(), runtimeClasses: new Set(), usernames: new Set() },
};

const MODES = ["enforce", "audit", "warn"] as const;
const TEXT: FieldType = { kind: "string" };
const TEXTS: FieldType = { kind: "strings" };

const DEFAULTS: StructType = {
  goName: "PodSecurityDefaults",
  fields: Object.fromEntries(
    MODES.flatMap((mode) => [
      [mode, TEXT],
      [`${mode}-version`, TEXT],
    ]),
  ),
};
const EXEMPTIONS: StructType = {
  goName: "PodSecurityExemptions",
  fields: { usernames: TEXTS, namespaces: TEXTS, runtimeClasses: TEXTS },
};

const KINDS: Kinds = new Map(
  ["v1", "v1beta1", "v1alpha1"].map((version) => [
    `pod-security.admission.config.k8s.io/${version} PodSecurityConfiguration`,
    {
      goName: "PodSecurityConfiguration",
      fields: {
        defaults: { kind: "struct", of: DEFAULTS, goType: `${version}.PodSecurityDefaults` },
        exemptions: { kind: "struct", of: EXEMPTIONS, goType: `${version}.PodSecurityExemptions` },
      },
    },
  ]),
);

/**
 * Reads the settings of the plugin. Throws with kube-apiserver's text
 * (pod-security-admission/admission/api/helpers.go, ToPolicy, and validation/validation.go).
 */
export function readSettings(given: string): PodSecuritySettings {
  const { value } = decodeStrictly(given, KINDS);
  const defaults = defaultsOf(record(value.defaults));
  const exemptions = record(value.exemptions);
  const errors: FieldError[] = [];
  const names = (key: Exemption, problemsOf: (name: string) => readonly string[]): ReadonlySet<string> =>
    exempted(exemptions[key], `exemptions.${key}`, problemsOf, errors);
  const namespaces = names("namespaces", (name) => nameIsDnsLabel(name, false));
  const runtimeClasses = names("runtimeClasses", (name) => nameIsDnsSubdomain(name, false));
  const usernames = names("usernames", (name) => (name === "" ? ["username must not be empty"] : []));
  refuse("PodSecurity invalid", errors);
  return { defaults, exempt: { namespaces, runtimeClasses, usernames } };
}

function defaultsOf(given: JsonObject): PolicyDefaults {
  const errors: FieldError[] = [];
  const read = (mode: (typeof MODES)[number]): LevelVersion => ({
    level: parseLevel(text(given[mode]) || "privileged", mode, errors) ?? "restricted",
    minor: parseVersion(text(given[`${mode}-version`]) || "latest", `${mode}-version`, errors),
  });
  const defaults = { enforce: read("enforce"), audit: read("audit"), warn: read("warn") };
  const plain = errors.map(({ field, message }) => ({ field, message: withoutValue(message) }));
  refuse("PodSecurity configuration error", plain);
  return defaults;
}

/** Removes `Invalid value: "x"` from an error about a value. */
const withoutValue = (message: string): string => message.slice(message.lastIndexOf(": must be") + 2);

function refuse(what: string, errors: readonly Pick<FieldError, "field" | "message">[]): void {
  if (errors.length === 0) return;
  const why = aggregate(errors.map(({ field, message }) => `${field}: ${message}`));
  throw new InitializationError(`${what}: ${why}`);
}

function exempted(
  given: Json | undefined,
  at: string,
  problemsOf: (name: string) => readonly string[],
  errors: FieldError[],
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, item] of (Array.isArray(given) ? given : []).entries()) {
    const name = text(item);
    const problems = problemsOf(name);
    if (problems.length > 0) errors.push(invalid(`${at}[${index}]`, name, problems.join(", ")));
    else if (names.has(name)) errors.push(duplicate(`${at}[${index}]`, name));
    else names.add(name);
  }
  return names;
}
