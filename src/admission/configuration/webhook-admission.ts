import { isAbsolute } from "node:path";
import { type FieldError, invalid } from "../../api/validation/field-error.ts";
import { inContext } from "../../report/in-context.ts";
import { decodeFile, type FileKinds } from "../../types/files/decode-file.ts";
import { configurationFor, type PluginConfiguration } from "./admission-configuration.ts";
import { type ManifestsOptions, manifestsProblem } from "./static-manifests-dir.ts";

/** Settings of one of the two webhook plugins. */
export interface WebhookAdmission {
  /** Absolute path; empty: webhooks are called anonymously. */
  readonly kubeConfigFile: string;
  /** Absolute path; empty: none. */
  readonly staticManifestsDir: string;
}

type WebhookAdmissionOptions = ManifestsOptions;

const KINDS: FileKinds = {
  "apiserver.config.k8s.io/v1 WebhookAdmissionConfiguration": "apiserver/v1.WebhookAdmission",
  // kube-apiserver dropped the older form with 1.36; files in it still have the same meaning.
  "apiserver.config.k8s.io/v1alpha1 WebhookAdmission": "apiserver/v1alpha1.WebhookAdmission",
};

/**
 * Reads a webhook plugin's own configuration. Throws with kube-apiserver's text
 * (apiserver/pkg/admission/plugin/webhook/config/kubeconfig.go, LoadConfig).
 */
export function parseWebhookAdmission(text: string, options: WebhookAdmissionOptions): WebhookAdmission {
  const { kubeConfigFile, staticManifestsDir = "" } = decodeFile<WebhookAdmission>(text, KINDS).value;
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
 * Returns the settings of a webhook plugin from the whole file; a plugin without an entry has the defaults.
 * Throws with kube-apiserver's text for a failed start.
 */
export function webhookAdmissionFor(
  plugins: readonly PluginConfiguration[],
  name: "MutatingAdmissionWebhook" | "ValidatingAdmissionWebhook",
  options: WebhookAdmissionOptions,
): WebhookAdmission {
  const text = configurationFor(plugins, name, options.files);
  if (text === undefined) return { kubeConfigFile: "", staticManifestsDir: "" };
  return inContext(`couldn't init admission plugin "${name}"`, () => parseWebhookAdmission(text, options));
}
