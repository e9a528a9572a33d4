import { notFound } from "../../../../api/status.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";

/**
 * Refuses writes in namespaces that do not exist
 * (kubernetes/plugin/pkg/admission/namespace/exists/admission.go).
 */
export const namespaceExists: BuiltinPlugin = {
  kind: "builtin",
  name: "NamespaceExists",
  operations: new Set(["CREATE", "UPDATE", "DELETE"]),
  validate: async (context): Promise<PluginResult> => {
    const { namespace } = context.attributes;
    if (!isWithin(context) || (await namespaceOf(context)) !== undefined) return undefined;
    return notFound({ group: "", resource: "namespaces" }, namespace);
  },
};

/** True if a request is for an object in a namespace. */
export const isWithin = ({ attributes: { namespace, kind } }: PluginContext): boolean =>
  namespace !== "" && !(kind.group === "" && kind.kind === "Namespace");

/** Returns the namespace of a request, from a cache or else from the store. */
export async function namespaceOf({ attributes, lookup }: PluginContext) {
  const place = ["", "namespaces", "", attributes.namespace] as const;
  return lookup.get(...place) ?? (await lookup.live?.(...place));
}
