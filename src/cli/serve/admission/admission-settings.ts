import type { PluginConfiguration } from "../../../admission/configuration/admission-configuration.ts";
import { nodeFiles } from "../../../admission/configuration/files.ts";
import { policyManifestsDir } from "../../../admission/configuration/policy-admission.ts";
import { webhookAdmissionFor } from "../../../admission/configuration/webhook-admission.ts";
import { loadKubeconfig } from "../../../http/webhook-client/credentials/kubeconfig.ts";
import { kubeconfigCredentials } from "../../../http/webhook-client/credentials/user-credentials.ts";
import type { CredentialsFor } from "../../../http/webhook-client/credentials.ts";
import type { Features } from "../../../resources/features/features.ts";
import type { ManifestFolders, ManifestPlugin } from "./manifests/open-manifests.ts";

export const MUTATING = "MutatingAdmissionWebhook";
export const VALIDATING = "ValidatingAdmissionWebhook";

/** Settings in the file of --admission-control-config-file other than those of plugins. */
export interface AdmissionSettings {
  readonly manifestFolders: ManifestFolders;
  /** Credentials that the server uses towards webhooks. */
  readonly mutatingCredentials: CredentialsFor;
  readonly validatingCredentials: CredentialsFor;
}

/** Reads the settings of the plugins that are on. */
export function admissionSettings(
  features: Features,
  plugins: readonly PluginConfiguration[],
  isOn: (name: string) => boolean,
): AdmissionSettings {
  const manifests = features.isOn("ManifestBasedAdmissionControlConfig");
  const options = { files: nodeFiles, manifests };
  const settings = {
    [MUTATING]: webhookAdmissionFor(plugins, MUTATING, options),
    [VALIDATING]: webhookAdmissionFor(plugins, VALIDATING, options),
  };
  const credentialsOf = (name: keyof typeof settings): CredentialsFor => {
    const { kubeConfigFile } = settings[name];
    const kubeconfig = kubeConfigFile === "" ? undefined : loadKubeconfig(kubeConfigFile);
    return kubeconfigCredentials(kubeconfig, { environment: process.env });
  };
  const folder = (name: ManifestPlugin, dir: string): ManifestFolders => (isOn(name) ? { [name]: dir } : {});
  return {
    manifestFolders: {
      ...folder(MUTATING, settings[MUTATING].staticManifestsDir),
      ...folder(VALIDATING, settings[VALIDATING].staticManifestsDir),
      ...folder("MutatingAdmissionPolicy", policyManifestsDir(plugins, "MutatingAdmissionPolicy", options)),
      ...folder(
        "ValidatingAdmissionPolicy",
        policyManifestsDir(plugins, "ValidatingAdmissionPolicy", options),
      ),
    },
    mutatingCredentials: credentialsOf(MUTATING),
    validatingCredentials: credentialsOf(VALIDATING),
  };
}
