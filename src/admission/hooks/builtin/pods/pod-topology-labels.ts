import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { record, text } from "../../../../json/value.ts";
import type { BuiltinPlugin, PluginContext } from "../../../hook.ts";
import { withMetadata } from "../fields.ts";

const TOPOLOGY = ["topology.kubernetes.io/zone", "topology.kubernetes.io/region"];

/** Copies the zone and region labels of the node to a pod that is bound to it or created on it. */
export const podTopologyLabels: BuiltinPlugin = {
  kind: "builtin",
  name: "PodTopologyLabels",
  operations: new Set(["CREATE"]),
  admit: (context) => {
    const name = nodeName(context);
    return name === "" ? undefined : labelled(context, name);
  },
};

/** Returns the name of the node; empty if the request names none. */
function nodeName({ attributes, object }: PluginContext): string {
  const { resource, subresource } = attributes;
  if (resource.group !== "" || resource.resource !== "pods") return "";
  if (subresource === "") return text(specOf(object).nodeName);
  const target = record(object?.target);
  return subresource === "binding" && target.kind === "Node" ? text(target.name) : "";
}

function labelled({ object, lookup }: PluginContext, name: string): KubeObject | undefined {
  const node = lookup.get("", "nodes", "", name);
  const copied = Object.entries(node?.metadata.labels ?? {}).filter(([key]) => TOPOLOGY.includes(key));
  if (object === null || copied.length === 0) return undefined;
  return withMetadata(object, { labels: { ...object.metadata.labels, ...Object.fromEntries(copied) } });
}
