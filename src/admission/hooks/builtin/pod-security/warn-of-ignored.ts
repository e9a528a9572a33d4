import type { KubeObject } from "../../../../api/meta.ts";
import type { PluginContext } from "../../../hook.ts";
import { isFree, type Policy, type PolicyDefaults, printLevelVersion } from "./policy.ts";

const PREFIX = "pod-security.kubernetes.io/";

/** Adds a warning about the labels of an exempt namespace, which have no effect. */
export function warnOfIgnored(
  context: PluginContext,
  { metadata: { name = "", labels = {} } }: KubeObject,
  policy: Policy,
  defaults: PolicyDefaults,
): undefined {
  const modes = ["enforce", "audit", "warn"] as const;
  const isSame = (mode: (typeof modes)[number]) =>
    printLevelVersion(policy[mode]) === printLevelVersion(defaults[mode]);
  if (modes.every(isSame) || isFree(...modes.map((mode) => policy[mode]))) return;
  const said = modes.filter((mode) => {
    const isSaid = labels[PREFIX + mode] !== undefined || labels[`${PREFIX}${mode}-version`] !== undefined;
    return isSaid && policy[mode].level !== "privileged";
  });
  const text = said.map((mode) => `${mode}=${printLevelVersion(policy[mode])}`).join(", ");
  context.warn(
    `namespace ${JSON.stringify(name)} is exempt from Pod Security, and the policy (${text}) will be ignored`,
  );
}
