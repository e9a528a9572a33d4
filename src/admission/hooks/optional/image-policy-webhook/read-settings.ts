import { goDurationText } from "../../../../go/duration.ts";
import { goTypeName } from "../../../../go/type-name.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import { readYamlOrJson } from "../../../configuration/document.ts";

/** Settings in the file of the plugin. */
export interface ImagePolicySettings {
  /** Path of the kubeconfig of the service. */
  readonly kubeConfigFile: string;
  /** Times for which responses are kept, in milliseconds; 0: they are not kept. */
  readonly allowMs: number;
  readonly denyMs: number;
  /** Pause before the second attempt, in milliseconds; each further pause is longer. */
  readonly pauseMs: number;
  /** True: images are allowed if the service cannot be called. */
  readonly defaultAllow: boolean;
}

const SECOND = 1e9;
const MINUTE = 60 * SECOND;

/** Scale, bounds and default of a number in the file, in nanoseconds. */
interface Limits {
  readonly scale: number;
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}
const PAUSE: Limits = { scale: 1e6, least: 1, most: 5 * MINUTE, usual: 500e6 };
const ALLOW: Limits = { scale: SECOND, least: SECOND, most: 30 * MINUTE, usual: 5 * MINUTE };
const DENY: Limits = { ...ALLOW, usual: 30 * SECOND };

/**
 * Reads the settings. Throws with kube-apiserver's text
 * (kubernetes/plugin/pkg/admission/imagepolicy/config.go).
 */
export function readSettings(text: string | undefined): ImagePolicySettings {
  if (text === undefined) throw new Error("no config specified");
  const value = readYamlOrJson(text);
  const policy = memberOf(isJsonObject(value) ? value : {}, "imagePolicy", "AdmissionConfig");
  const pauseMs = milliseconds(policy, "retryBackoff", PAUSE);
  const allowMs = milliseconds(policy, "allowTTL", ALLOW);
  const denyMs = milliseconds(policy, "denyTTL", DENY);
  return {
    kubeConfigFile: fileIn(policy),
    allowMs,
    denyMs,
    pauseMs,
    defaultAllow: typed(policy, "defaultAllow", "boolean", false),
  };
}

/** Reads a time. A value of -1 means none, 0 the default. */
function milliseconds(policy: JsonObject, name: string, { scale, least, most, usual }: Limits): number {
  const given = typed(policy, name, "number", 0);
  if (!Number.isInteger(given)) throw unreadable(`number ${given}`, name, "time.Duration");
  if (given === -1) return 0;
  const nanos = given === 0 ? usual : given * scale;
  if (nanos >= least && nanos <= most) return nanos / 1e6;
  const [from, to, got] = [least, most, nanos].map(goDurationText);
  throw new Error(`valid value is between ${from} and ${to}, got ${got}`);
}

/** Reads the path. kube-apiserver's YAML reader converts numbers to texts where a text is expected. */
function fileIn(policy: JsonObject): string {
  const { kubeConfigFile: file } = policy;
  const isScalar = typeof file === "number" || typeof file === "boolean";
  return isScalar ? String(file) : typed(policy, "kubeConfigFile", "string", "");
}

interface GoTypes {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}
const GO_TYPES = { string: "string", number: "time.Duration", boolean: "bool" } as const;

function typed<T extends keyof GoTypes>(
  policy: JsonObject,
  name: string,
  type: T,
  otherwise: GoTypes[T],
): GoTypes[T] {
  const value = policy[name] ?? otherwise;
  if (isOf(value, type)) return value;
  throw unreadable(goTypeName(value), name, GO_TYPES[type]);
}

const isOf = <T extends keyof GoTypes>(value: unknown, type: T): value is GoTypes[T] => typeof value === type;

function memberOf(root: JsonObject, name: string, struct: string): JsonObject {
  const value = root[name] ?? {};
  if (isJsonObject(value)) return value;
  throw new Error(
    `json: cannot unmarshal ${goTypeName(value)} into Go struct field ${struct}.${name} of type imagepolicy.imagePolicyWebhookConfig`,
  );
}

function unreadable(what: string, name: string, type: string): Error {
  const field = `imagePolicyWebhookConfig.imagePolicy.${name}`;
  return new Error(`json: cannot unmarshal ${what} into Go struct field ${field} of type ${type}`);
}
