import { inContext } from "../../report/in-context.ts";
import { decodeFile, type FileKinds, kindsIn } from "../../types/files/decode-file.ts";
import type { ValidatingAdmissionPolicyConfiguration } from "../../types/tables/apiserver/v1-types.ts";
import { configurationFor, type PluginConfiguration } from "./admission-configuration.ts";
import { type ManifestsOptions, manifestsProblem } from "./static-manifests-dir.ts";

type PolicyPlugin = "MutatingAdmissionPolicy" | "ValidatingAdmissionPolicy";

const KINDS: FileKinds = {
  ...kindsIn("apiserver.config.k8s.io", "MutatingAdmissionPolicyConfiguration", "apiserver", ["v1"]),
  ...kindsIn("apiserver.config.k8s.io", "ValidatingAdmissionPolicyConfiguration", "apiserver", ["v1"]),
};

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
  return inContext(`couldn't init admission plugin "${name}"`, () => readSettings(text, name, options));
}

function readSettings(text: string, name: PolicyPlugin, options: ManifestsOptions): string {
  const { kind, value } = decodeFile<ValidatingAdmissionPolicyConfiguration>(text, KINDS);
  if (kind !== `${name}Configuration`) throw new Error(`unexpected type: *policyconfig.${kind}`);
  const dir = value.staticManifestsDir;
  const problem = manifestsProblem(dir, options);
  if (problem !== undefined) throw new Error(`${problem.field}: ${problem.message}`);
  return dir;
}
