import { notFound } from "../../../../api/status.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";

/** Nothing is written in a namespace that is not there (kubernetes/plugin/pkg/admission/namespace/exists/admission.go). */
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

/** Whether a request is about something in a namespace. */
export const isWithin = ({ attributes: { namespace, kind } }: PluginContext): boolean =>
  namespace !== "" && !(kind.group === "" && kind.kind === "Namespace");

/** The namespace of a request, from a cache, else from the store. */
export async function namespaceOf({ attributes, lookup }: PluginContext) {
  const place = ["", "namespaces", "", attributes.namespace] as const;
  return (await lookup.get(...place)) ?? (await lookup.live?.(...place));
}
