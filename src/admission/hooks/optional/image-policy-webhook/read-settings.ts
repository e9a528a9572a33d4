import { goDurationText } from "../../../../go/duration.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import { decodeTyped } from "../../../../types/decode/decode.ts";
import { filled } from "../../../../types/decode/filled.ts";
import { readYamlOrJson } from "../../../../types/files/document.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import type { AdmissionConfig } from "../../../../types/tables/imagepolicy/imagepolicy-types.ts";

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
  const { imagePolicy } = decodedConfig(isJsonObject(value) ? value : {});
  const { retryBackoff, allowTTL, denyTTL, kubeConfigFile, defaultAllow } = imagePolicy;
  return {
    pauseMs: milliseconds(retryBackoff, PAUSE),
    allowMs: milliseconds(allowTTL, ALLOW),
    denyMs: milliseconds(denyTTL, DENY),
    kubeConfigFile,
    defaultAllow,
  };
}

const SHAPE = builtinShape("imagepolicy/imagepolicy.AdmissionConfig");

/** Decodes the file. kube-apiserver's YAML reader converts numbers to texts where a text is expected. */
function decodedConfig(value: JsonObject): AdmissionConfig {
  const { imagePolicy } = value;
  const file = isJsonObject(imagePolicy) ? imagePolicy.kubeConfigFile : undefined;
  const isScalar = typeof file === "number" || typeof file === "boolean";
  if (isScalar && isJsonObject(imagePolicy)) imagePolicy.kubeConfigFile = String(file);
  return filled<AdmissionConfig>(decodeTyped(value, SHAPE), SHAPE);
}

/** Reads a time. A value of -1 means none, 0 the default. */
function milliseconds(given: number, { scale, least, most, usual }: Limits): number {
  if (given === -1) return 0;
  const nanos = given === 0 ? usual : given * scale;
  if (nanos >= least && nanos <= most) return nanos / 1e6;
  const [from, to, got] = [least, most, nanos].map(goDurationText);
  throw new Error(`valid value is between ${from} and ${to}, got ${got}`);
}
