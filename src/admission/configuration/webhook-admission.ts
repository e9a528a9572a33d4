import { isAbsolute } from "node:path";
import { messageOf } from "../../api/describe-error.ts";
import { type FieldError, invalid } from "../../api/field-error.ts";
import { configurationFor, type PluginConfiguration } from "./admission-configuration.ts";
import { type ManifestsOptions, manifestsProblem } from "./static-manifests-dir.ts";
import { decodeStrictly, type Kinds, type StructType } from "./strict-decode.ts";

/** The settings of one of the two webhook plugins. */
export interface WebhookAdmission {
  /** Absolute; the empty string: webhooks are called anonymously. */
  readonly kubeConfigFile: string;
  /** Absolute; the empty string: none. */
  readonly staticManifestsDir: string;
}

export type WebhookAdmissionOptions = ManifestsOptions;

const SETTINGS: StructType = {
  goName: "WebhookAdmission",
  fields: { kubeConfigFile: { kind: "string" }, staticManifestsDir: { kind: "string" } },
};

const KINDS: Kinds = new Map([
  ["apiserver.config.k8s.io/v1 WebhookAdmissionConfiguration", SETTINGS],
  // The reference dropped the older form with 1.36; files written for it still mean the same.
  [
    "apiserver.config.k8s.io/v1alpha1 WebhookAdmission",
    { goName: "WebhookAdmission", fields: { kubeConfigFile: { kind: "string" } } },
  ],
]);

/**
 * Reads a webhook plugin's own configuration. Throws with the reference's text
 * (apiserver/pkg/admission/plugin/webhook/config/kubeconfig.go, LoadConfig).
 */
export function parseWebhookAdmission(text: string, options: WebhookAdmissionOptions): WebhookAdmission {
  const { value } = decodeStrictly(text, KINDS);
  const kubeConfigFile = typeof value.kubeConfigFile === "string" ? value.kubeConfigFile : "";
  const staticManifestsDir = typeof value.staticManifestsDir === "string" ? value.staticManifestsDir : "";
  const problem = kubeConfigProblem(kubeConfigFile) ?? manifestsProblem(staticManifestsDir, options);
  if (problem !== undefined) throw new Error(`${problem.field}: ${problem.message}`);
  return { kubeConfigFile, staticManifestsDir };
}

function kubeConfigProblem(path: string): FieldError | undefined {
  return path === "" || isAbsolute(path)
    ? undefined
    : invalid("kubeConfigFile", path, "must be an absolute file path");
}

/**
 * The settings of a webhook plugin out of the whole file; a plugin that is not in it has the defaults. Throws with what
 * the reference says when it cannot start.
 */
export function webhookAdmissionFor(
  plugins: readonly PluginConfiguration[],
  name: "MutatingAdmissionWebhook" | "ValidatingAdmissionWebhook",
  options: WebhookAdmissionOptions,
): WebhookAdmission {
  const text = configurationFor(plugins, name, options.files);
  if (text === undefined) return { kubeConfigFile: "", staticManifestsDir: "" };
  try {
    return parseWebhookAdmission(text, options);
  } catch (error) {
    const why = messageOf(error);
    throw new Error(`couldn't init admission plugin "${name}": ${why}`, { cause: error });
  }
}
