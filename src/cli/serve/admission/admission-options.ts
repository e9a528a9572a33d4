import {
  type PluginConfiguration,
  readAdmissionConfiguration,
} from "../../../admission/configuration/admission-configuration.ts";
import { nodeFiles } from "../../../admission/configuration/files.ts";
import { policyManifestsDir } from "../../../admission/configuration/policy-admission.ts";
import { webhookAdmissionFor } from "../../../admission/configuration/webhook-admission.ts";
import type { BuiltinPlugin } from "../../../admission/hook.ts";
import { createBuiltinPlugins } from "../../../admission/hooks/builtin/builtin-plugins.ts";
import { PLUGIN_ORDER } from "../../../admission/plugin-order.ts";
import { loadKubeconfig } from "../../../http/webhook-client/credentials/kubeconfig.ts";
import { kubeconfigCredentials } from "../../../http/webhook-client/credentials/user-credentials.ts";
import type { CredentialsFor } from "../../../http/webhook-client/credentials.ts";
import type { Features } from "../../../resources/features/features.ts";
import type { Log } from "../../../server/log.ts";
import { inFileLater } from "../flags/in-file.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import type { ReviewWebhook } from "../reviews/review-webhook.ts";
import { defaultPlugins, optionalPlugins } from "./admission-plugins.ts";
import type { ManifestFolders, ManifestPlugin } from "./manifests/open-manifests.ts";

interface AdmissionFlags extends AdmissionSettings {
  readonly plugins: readonly BuiltinPlugin[];
  readonly mutatingWebhooks: boolean;
  readonly validatingWebhooks: boolean;
  readonly mutatingPolicies: boolean;
  readonly validatingPolicies: boolean;
  /** Those of plugins. */
  readonly connections: { close(): void };
}

const FILE_FLAG = "--admission-control-config-file";

/**
 * Returns the plugins that are on: those that are on by default in the reference and exist here, changed by
 * the two flags (kubernetes/pkg/kubeapiserver/options/plugins.go, DefaultOffAdmissionPlugins).
 */
export async function admissionOptions(
  flags: ServeFlags,
  features: Features,
  log: Log,
): Promise<AdmissionFlags> {
  checkNames(flags.enableAdmissionPlugins, flags.disableAdmissionPlugins);
  const { admissionControlConfigFile: file } = flags;
  const read = () => chosenPlugins(flags, features, log);
  return file === undefined ? read() : inFileLater(FILE_FLAG, file, read);
}

async function chosenPlugins(flags: ServeFlags, features: Features, log: Log): Promise<AdmissionFlags> {
  const { enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled } = flags;
  const isOn = (name: string): boolean => !disabled.includes(name);
  const tolerationSeconds = {
    notReady: flags.defaultNotReadyTolerationSeconds,
    unreachable: flags.defaultUnreachableTolerationSeconds,
  };
  const settings = pluginSettings(flags);
  warnOfUnknown(settings, log);
  const opened: ReviewWebhook[] = [];
  return {
    plugins: [
      ...defaultPlugins(
        createBuiltinPlugins({ tolerationSeconds }).filter(({ name }) => isOn(name)),
        settings,
        features,
      ),
      ...(await optionalPlugins(enabled, settings, opened)),
    ],
    connections: {
      close() {
        for (const webhook of opened) webhook.close();
      },
    },
    mutatingWebhooks: isOn(MUTATING),
    validatingWebhooks: isOn(VALIDATING),
    mutatingPolicies: isOn("MutatingAdmissionPolicy"),
    validatingPolicies: isOn("ValidatingAdmissionPolicy"),
    ...admissionSettings(features, settings, isOn),
  };
}

const pluginSettings = ({
  admissionControlConfigFile = "",
  enableAdmissionPlugins,
}: ServeFlags): readonly PluginConfiguration[] =>
  readAdmissionConfiguration(admissionControlConfigFile, enableAdmissionPlugins, nodeFiles);

/** The reference passes over settings of plugins that it does not know: a misspelt name would have no effect. */
function warnOfUnknown(settings: readonly PluginConfiguration[], log: Log): void {
  const known: readonly string[] = PLUGIN_ORDER;
  for (const { name } of settings)
    if (!known.includes(name))
      log("warn", `${FILE_FLAG} has settings for a plugin that does not exist`, { plugin: name });
}

function checkNames(enabled: readonly string[], disabled: readonly string[]): void {
  const known: readonly string[] = PLUGIN_ORDER;
  const both = enabled.filter((name) => disabled.includes(name));
  if (both.length > 0)
    throw new Error(
      `[${both.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`,
    );
  for (const [flag, names] of [
    ["enable", enabled],
    ["disable", disabled],
  ] as const)
    for (const name of names)
      if (!known.includes(name)) throw new Error(`${flag}-admission-plugins plugin "${name}" is unknown`);
}

const MUTATING = "MutatingAdmissionWebhook";
const VALIDATING = "ValidatingAdmissionWebhook";

/** Settings in the file of --admission-control-config-file other than those of plugins. */
interface AdmissionSettings {
  readonly manifestFolders: ManifestFolders;
  /** Credentials that the server uses towards webhooks. */
  readonly mutatingCredentials: CredentialsFor;
  readonly validatingCredentials: CredentialsFor;
}

/** Reads the settings of the plugins that are on. */
function admissionSettings(
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
