import { messageOf } from "../../report/describe-error.ts";
import { configurationFor, type PluginConfiguration } from "./admission-configuration.ts";
import { type ManifestsOptions, manifestsProblem } from "./static-manifests-dir.ts";
import { decodeStrictly, type Kinds, type StructType } from "./strict-decode.ts";

type PolicyPlugin = "MutatingAdmissionPolicy" | "ValidatingAdmissionPolicy";

const settings = (plugin: PolicyPlugin): StructType => ({
  goName: `${plugin}Configuration`,
  fields: { staticManifestsDir: { kind: "string" } },
});

const VERSION = "apiserver.config.k8s.io/v1";

const KINDS: Kinds = new Map([
  [`${VERSION} MutatingAdmissionPolicyConfiguration`, settings("MutatingAdmissionPolicy")],
  [`${VERSION} ValidatingAdmissionPolicyConfiguration`, settings("ValidatingAdmissionPolicy")],
]);

/**
 * Returns the folder of manifests of a policy plugin; empty: none. Throws with kube-apiserver's text for a
 * failed start (apiserver/pkg/admission/plugin/policy/config/config.go, loadConfig).
 */
export function policyManifestsDir(
  plugins: readonly PluginConfiguration[],
  name: PolicyPlugin,
  options: ManifestsOptions,
): string {
  const text = configurationFor(plugins, name, options.files);
  if (text === undefined) return "";
  try {
    return readSettings(text, name, options);
  } catch (error) {
    throw new Error(`couldn't init admission plugin "${name}": ${messageOf(error)}`, { cause: error });
  }
}

function readSettings(text: string, name: PolicyPlugin, options: ManifestsOptions): string {
  const { kind, value } = decodeStrictly(text, KINDS);
  if (kind !== `${name}Configuration`) throw new Error(`unexpected type: *policyconfig.${kind}`);
  const dir = typeof value.staticManifestsDir === "string" ? value.staticManifestsDir : "";
  const problem = manifestsProblem(dir, options);
  if (problem !== undefined) throw new Error(`${problem.field}: ${problem.message}`);
  return dir;
}
