import { isAbsolute } from "node:path";
import { messageOf } from "../../api/describe-error.ts";
import { type FieldError, forbiddenField, invalid } from "../../api/field-error.ts";
import { configurationFor, type PluginConfiguration } from "./admission-configuration.ts";
import type { ConfigurationFiles } from "./files.ts";
import { decodeStrictly, type Kinds, type StructType } from "./strict-decode.ts";

/** The settings of one of the two webhook plugins. */
export interface WebhookAdmission {
  /** Absolute; the empty string: webhooks are called anonymously. */
  readonly kubeConfigFile: string;
  /** Absolute; the empty string: none. */
  readonly staticManifestsDir: string;
}

export interface WebhookAdmissionOptions {
  readonly files: ConfigurationFiles;
  /** The feature ManifestBasedAdmissionControlConfig; default off. */
  readonly manifests?: boolean;
}

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
export function parseWebhookAdmission(
  text: string,
  { files, manifests = false }: WebhookAdmissionOptions,
): WebhookAdmission {
  const { value } = decodeStrictly(text, KINDS);
  const kubeConfigFile = typeof value.kubeConfigFile === "string" ? value.kubeConfigFile : "";
  const staticManifestsDir = typeof value.staticManifestsDir === "string" ? value.staticManifestsDir : "";
  const problem = kubeConfigProblem(kubeConfigFile) ?? manifestsProblem(staticManifestsDir, files, manifests);
  if (problem !== undefined) throw new Error(`${problem.field}: ${problem.message}`);
  return { kubeConfigFile, staticManifestsDir };
}

function kubeConfigProblem(path: string): FieldError | undefined {
  return path === "" || isAbsolute(path)
    ? undefined
    : invalid("kubeConfigFile", path, "must be an absolute file path");
}

function manifestsProblem(path: string, files: ConfigurationFiles, enabled: boolean): FieldError | undefined {
  const field = "staticManifestsDir";
  if (path === "") return undefined;
  if (!enabled) {
    return forbiddenField(
      field,
      "staticManifestsDir requires the ManifestBasedAdmissionControlConfig feature gate to be enabled",
    );
  }
  if (!isAbsolute(path)) return invalid(field, path, "must be an absolute file path");
  try {
    return files.isDirectory(path) ? undefined : invalid(field, path, "must be a directory");
  } catch (error) {
    return invalid(field, path, `unable to read: ${messageOf(error)}`);
  }
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
