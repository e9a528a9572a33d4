import {
  configurationFor,
  type PluginConfiguration,
  readAdmissionConfiguration,
} from "../../admission/configuration/admission-configuration.ts";
import { nodeFiles } from "../../admission/configuration/files.ts";
import { InitializationError } from "../../admission/configuration/initialization-error.ts";
import { policyManifestsDir } from "../../admission/configuration/policy-admission.ts";
import { webhookAdmissionFor } from "../../admission/configuration/webhook-admission.ts";
import type { BuiltinPlugin } from "../../admission/hook.ts";
import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import { podSecurity } from "../../admission/hooks/builtin/pod-security/pod-security.ts";
import type { OpenImageReviews } from "../../admission/hooks/optional/image-policy-webhook/image-reviews.ts";
import {
  type MakePlugin,
  OPTIONAL_PLUGINS,
  type PluginPorts,
} from "../../admission/hooks/optional/optional-plugins.ts";
import { PLUGIN_ORDER } from "../../admission/plugin-order.ts";
import { messageOf } from "../../api/describe-error.ts";
import { loadKubeconfig } from "../../http/webhook-client/credentials/kubeconfig.ts";
import { kubeconfigCredentials } from "../../http/webhook-client/credentials/user-credentials.ts";
import type { CredentialsFor } from "../../http/webhook-client/credentials.ts";
import type { Features } from "../../resources/features/features.ts";
import type { Log } from "../../server/log.ts";
import type { CheckedFlags } from "./check-flags.ts";
import { inFileLater } from "./in-file.ts";
import type { ManifestFolders, ManifestPlugin } from "./manifests/open-manifests.ts";
import type { ReviewWebhook } from "./review-webhook.ts";
import type { ServeFlags } from "./serve-flags.ts";
import { tolerationProblems } from "./toleration-problems.ts";

export interface AdmissionFlags {
  readonly plugins: readonly BuiltinPlugin[];
  readonly mutatingWebhooks: boolean;
  readonly validatingWebhooks: boolean;
  readonly mutatingPolicies: boolean;
  readonly validatingPolicies: boolean;
  /** Whether names of manifests are reserved, and folders of them may be given. */
  readonly reservesManifestNames: boolean;
  readonly manifestFolders: ManifestFolders;
  /** Who the server is towards webhooks: from the file of --admission-control-config-file. */
  readonly mutatingCredentials: CredentialsFor;
  readonly validatingCredentials: CredentialsFor;
  /** Those of plugins. */
  readonly connections: { close(): void };
}

const FILE_FLAG = "--admission-control-config-file";
const MUTATING = "MutatingAdmissionWebhook";
const VALIDATING = "ValidatingAdmissionWebhook";

/**
 * Which plugins are on: those of the reference's default that we have, and what the two flags say
 * (kubernetes/pkg/kubeapiserver/options/plugins.go, DefaultOffAdmissionPlugins).
 */
export async function admissionOptions(
  flags: ServeFlags,
  checked: Pick<CheckedFlags, "features" | "tolerationSeconds">,
  log: Log,
): Promise<AdmissionFlags> {
  checkNames(flags.enableAdmissionPlugins, flags.disableAdmissionPlugins);
  const { admissionControlConfigFile: file } = flags;
  const read = () => chosenPlugins(flags, checked, log);
  return file === undefined ? read() : inFileLater(FILE_FLAG, file, read);
}

async function chosenPlugins(
  flags: ServeFlags,
  { features, tolerationSeconds }: Pick<CheckedFlags, "features" | "tolerationSeconds">,
  log: Log,
): Promise<AdmissionFlags> {
  const { enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled } = flags;
  const isOn = (name: string): boolean => !disabled.includes(name);
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
    ...fromFile(features, settings, isOn),
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

/** Those that are on by default, one of which takes settings. */
function defaultPlugins(
  plugins: readonly BuiltinPlugin[],
  settings: readonly PluginConfiguration[],
  { minor }: Features,
): readonly BuiltinPlugin[] {
  const make: MakePlugin = (given) => podSecurity(given, minor);
  return plugins.map((plugin) =>
    plugin.name === "PodSecurity" ? made(plugin.name, make, settings) : plugin,
  );
}

/** Those that are off by default, with what the file says of them. `opened` takes their connections. */
async function optionalPlugins(
  enabled: readonly string[],
  settings: readonly PluginConfiguration[],
  opened: ReviewWebhook[],
): Promise<BuiltinPlugin[]> {
  const wanted = [...OPTIONAL_PLUGINS].filter(([name]) => enabled.includes(name));
  const ports = await portsFor(enabled, opened);
  return Promise.all(wanted.map(async ([name, load]) => made(name, await load(), settings, ports)));
}

async function portsFor(enabled: readonly string[], opened: ReviewWebhook[]): Promise<PluginPorts> {
  const asks = enabled.includes("ImagePolicyWebhook");
  return { tolerationProblems, ...(asks ? { openImageReviews: await imageReviews(opened) } : {}) };
}

async function imageReviews(opened: ReviewWebhook[]): Promise<OpenImageReviews> {
  const { imageReviewsOver } = await import("./image-reviews.ts");
  return imageReviewsOver((webhook) => opened.push(webhook));
}

function made(
  name: string,
  make: MakePlugin,
  settings: readonly PluginConfiguration[],
  ports?: PluginPorts,
): BuiltinPlugin {
  try {
    return make(configurationFor(settings, name, nodeFiles), ports);
  } catch (error) {
    const what = error instanceof InitializationError ? "failed to initialize" : "couldn't init";
    throw new Error(`${what} admission plugin "${name}": ${messageOf(error)}`, { cause: error });
  }
}

type FromFile = Pick<
  AdmissionFlags,
  "manifestFolders" | "mutatingCredentials" | "reservesManifestNames" | "validatingCredentials"
>;

/** What the file of --admission-control-config-file says of the plugins that are on. */
function fromFile(
  features: Features,
  plugins: readonly PluginConfiguration[],
  isOn: (name: string) => boolean,
): FromFile {
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
    reservesManifestNames: manifests,
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
