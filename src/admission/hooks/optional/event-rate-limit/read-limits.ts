import { aggregate, type FieldError, invalid, notSupported } from "../../../../api/validation/field-error.ts";
import { type JsonObject, records, text } from "../../../../json/value.ts";
import { decodeKind, type Kinds } from "../../../configuration/strict-decode.ts";

/** A limit of the configuration of EventRateLimit: events per second, and events at once. */
export interface EventLimit {
  /** `Server`, `Namespace`, `User` or `SourceAndObject`. */
  readonly type: string;
  /** Events per second. */
  readonly qps: number;
  /** Events at once. */
  readonly burst: number;
  /** Maximum number of buckets that are kept; 0: the default. */
  readonly cacheSize: number;
}

const TYPES = ["Namespace", "Server", "SourceAndObject", "User"];

const KINDS: Kinds = new Map([
  [
    "eventratelimit.admission.k8s.io/v1alpha1 Configuration",
    {
      goName: "Configuration",
      fields: {
        limits: {
          kind: "list",
          goType: "[]v1alpha1.Limit",
          of: {
            goName: "Limit",
            fields: {
              type: { kind: "string", goType: "v1alpha1.LimitType" },
              qps: { kind: "int32" },
              burst: { kind: "int32" },
              cacheSize: { kind: "int32" },
            },
          },
        },
      },
    },
  ],
]);

/**
 * Reads the limits in the plugin's settings. Throws with kube-apiserver's text
 * (kubernetes/plugin/pkg/admission/eventratelimit/apis/eventratelimit/validation/validation.go).
 */
export function readLimits(settings: string | undefined): readonly EventLimit[] {
  const { limits: given } = settings === undefined ? { limits: [] } : decodeKind(settings, KINDS).value;
  const limits = records(given).map(limitOf);
  const problems =
    limits.length === 0 ? [invalid("limits", null, "must not be empty")] : limits.flatMap(problemsOf);
  if (problems.length > 0)
    throw new Error(aggregate(problems.map(({ field, message }) => `${field}: ${message}`)));
  return limits;
}

const limitOf = ({ type, qps, burst, cacheSize }: JsonObject): EventLimit => ({
  type: text(type),
  qps: Number(qps ?? 0),
  burst: Number(burst ?? 0),
  cacheSize: Number(cacheSize ?? 0),
});

function problemsOf({ type, qps, burst, cacheSize }: EventLimit, index: number): FieldError[] {
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
