import { readAdmissionConfiguration } from "../../admission/configuration/admission-configuration.ts";
import { nodeFiles } from "../../admission/configuration/files.ts";
import { webhookAdmissionFor } from "../../admission/configuration/webhook-admission.ts";
import type { BuiltinPlugin } from "../../admission/hook.ts";
import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import { MISSING_PLUGINS, PLUGIN_ORDER } from "../../admission/plugin-order.ts";
import { loadKubeconfig } from "../../http/webhook-client/credentials/kubeconfig.ts";
import { kubeconfigCredentials } from "../../http/webhook-client/credentials/user-credentials.ts";
import type { CredentialsFor } from "../../http/webhook-client/credentials.ts";
import type { ServeFlags } from "./serve-flags.ts";

export interface AdmissionFlags {
  readonly plugins: readonly BuiltinPlugin[];
  readonly mutatingWebhooks: boolean;
  readonly validatingWebhooks: boolean;
  readonly mutatingPolicies: boolean;
  readonly validatingPolicies: boolean;
  /** Who the server is towards webhooks: from the file of --admission-control-config-file. */
  readonly mutatingCredentials: CredentialsFor;
  readonly validatingCredentials: CredentialsFor;
}

const MUTATING = "MutatingAdmissionWebhook";
const VALIDATING = "ValidatingAdmissionWebhook";

/**
 * Which plugins are on: those of the reference's default that we have, and what the two flags say
 * (kubernetes/pkg/kubeapiserver/options/plugins.go, DefaultOffAdmissionPlugins).
 */
export async function admissionOptions(flags: ServeFlags): Promise<AdmissionFlags> {
  const { enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled } = flags;
  checkNames(enabled, disabled);
  const isOn = (name: string): boolean => !disabled.includes(name);
  return {
    plugins: createBuiltinPlugins().filter(({ name }) => isOn(name)),
    mutatingWebhooks: isOn(MUTATING),
    validatingWebhooks: isOn(VALIDATING),
    mutatingPolicies: isOn("MutatingAdmissionPolicy"),
    validatingPolicies: isOn("ValidatingAdmissionPolicy"),
    ...credentials(flags),
  };
}

function credentials({
  admissionControlConfigFile = "",
  enableAdmissionPlugins,
}: ServeFlags): Pick<AdmissionFlags, "mutatingCredentials" | "validatingCredentials"> {
  const plugins = readAdmissionConfiguration(admissionControlConfigFile, enableAdmissionPlugins, nodeFiles);
  const credentialsOf = (name: typeof MUTATING | typeof VALIDATING): CredentialsFor => {
    const { kubeConfigFile } = webhookAdmissionFor(plugins, name, { files: nodeFiles });
    const kubeconfig = kubeConfigFile === "" ? undefined : loadKubeconfig(kubeConfigFile);
    return kubeconfigCredentials(kubeconfig, { environment: process.env });
  };
  return { mutatingCredentials: credentialsOf(MUTATING), validatingCredentials: credentialsOf(VALIDATING) };
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
  const missing = enabled.find((name) => MISSING_PLUGINS.has(name));
  if (missing !== undefined)
    throw new Error(`--enable-admission-plugins: ${missing} is not there yet, and would have no effect`);
}
