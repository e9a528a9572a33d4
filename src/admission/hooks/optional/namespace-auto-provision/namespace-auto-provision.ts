import { messageOf } from "../../../../report/describe-error.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";
import { isWithin } from "../namespace-exists/namespace-exists.ts";

/**
 * Creates the namespace of a new object if it does not exist
 * (kubernetes/plugin/pkg/admission/namespace/autoprovision/admission.go).
 */
export const namespaceAutoProvision: BuiltinPlugin = {
  kind: "builtin",
  name: "NamespaceAutoProvision",
  operations: new Set(["CREATE"]),
  admit: (context) => {
    const { attributes, lookup } = context;
    if (attributes.dryRun || !isWithin(context)) return undefined;
    const known = lookup.get("", "namespaces", "", attributes.namespace);
    return known === undefined ? provide(context) : undefined;
  },
};

async function provide(context: PluginContext): Promise<PluginResult> {
  try {
    await context.lookup.createNamespace?.(context.attributes.namespace);
    return undefined;
  } catch (error) {
    return forbid(context, messageOf(error));
  }
}
