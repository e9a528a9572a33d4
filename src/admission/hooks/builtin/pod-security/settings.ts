import { aggregate, duplicate, type FieldError, invalid } from "../../../../api/validation/field-error.ts";
import { nameIsDnsLabel, nameIsDnsSubdomain } from "../../../../api/validation/name-format.ts";
import { decodeFile, kindsIn } from "../../../../types/files/decode-file.ts";
import type {
  PodSecurityConfiguration,
  PodSecurityDefaults,
} from "../../../../types/tables/podsecurity/v1-types.ts";
import { InitializationError } from "../../../configuration/initialization-error.ts";
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
const KINDS = kindsIn("pod-security.admission.config.k8s.io", "PodSecurityConfiguration", "podsecurity");

/**
 * Reads the settings of the plugin. Throws with kube-apiserver's text
 * (pod-security-admission/admission/api/helpers.go, ToPolicy, and validation/validation.go).
 */
export function readSettings(given: string): PodSecuritySettings {
  const { exemptions, ...value } = decodeFile<PodSecurityConfiguration>(given, KINDS).value;
  const defaults = defaultsOf(value.defaults);
  const errors: FieldError[] = [];
  const names = (key: Exemption, problemsOf: (name: string) => readonly string[]): ReadonlySet<string> =>
    exempted(exemptions[key], `exemptions.${key}`, problemsOf, errors);
  const namespaces = names("namespaces", (name) => nameIsDnsLabel(name, false));
  const runtimeClasses = names("runtimeClasses", (name) => nameIsDnsSubdomain(name, false));
  const usernames = names("usernames", (name) => (name === "" ? ["username must not be empty"] : []));
  refuse("PodSecurity invalid", errors);
  return { defaults, exempt: { namespaces, runtimeClasses, usernames } };
}

function defaultsOf(given: PodSecurityDefaults): PolicyDefaults {
  const errors: FieldError[] = [];
  const read = (mode: (typeof MODES)[number]): LevelVersion => ({
    level: parseLevel(given[mode] || "privileged", mode, errors) ?? "restricted",
    minor: parseVersion(given[`${mode}-version`] || "latest", `${mode}-version`, errors),
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
  given: readonly string[],
  at: string,
  problemsOf: (name: string) => readonly string[],
  errors: FieldError[],
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, name] of given.entries()) {
    const problems = problemsOf(name);
    if (problems.length > 0) errors.push(invalid(`${at}[${index}]`, name, problems.join(", ")));
    else if (names.has(name)) errors.push(duplicate(`${at}[${index}]`, name));
    else names.add(name);
  }
  return names;
}
