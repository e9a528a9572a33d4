import { aggregate, type FieldError, invalid, notSupported } from "../../../../api/validation/field-error.ts";
import { decodeFile, kindsIn } from "../../../../types/files/decode-file.ts";
import type { Configuration, Limit } from "../../../../types/tables/eventratelimit/v1alpha1-types.ts";

const TYPES = ["Namespace", "Server", "SourceAndObject", "User"];

const GROUP = "eventratelimit.admission.k8s.io";
const KINDS = kindsIn(GROUP, "Configuration", "eventratelimit", ["v1alpha1"]);

/**
 * Reads the limits in the plugin's settings. Throws with kube-apiserver's text
 * (kubernetes/plugin/pkg/admission/eventratelimit/apis/eventratelimit/validation/validation.go).
 */
export function readLimits(settings: string | undefined): readonly Limit[] {
  const { limits } =
    settings === undefined
      ? { limits: [] }
      : decodeFile<Configuration>(settings, KINDS, { isStrict: false }).value;
  const problems =
    limits.length === 0 ? [invalid("limits", null, "must not be empty")] : limits.flatMap(problemsOf);
  if (problems.length > 0)
    throw new Error(aggregate(problems.map(({ field, message }) => `${field}: ${message}`)));
  return limits;
}

function problemsOf({ type, qps, burst, cacheSize }: Limit, index: number): FieldError[] {
  const at = `limits[${index}]`;
  return [
    ...(TYPES.includes(type) ? [] : [notSupported(`${at}.type`, type, TYPES)]),
    ...(burst > 0 ? [] : [invalid(`${at}.burst`, burst, "must be positive")]),
    ...(qps > 0 ? [] : [invalid(`${at}.qps`, qps, "must be positive")]),
    ...(type === "Server" || cacheSize >= 0
      ? []
      : [invalid(`${at}.cacheSize`, cacheSize, "must not be negative")]),
  ];
}
