import { specOf } from "../../../../api/meta.ts";
import { text } from "../../../../json/value.ts";
import type { PluginContext } from "../../../hook.ts";

/** Returns the node of a pod whose spec is changed by an update; undefined in all other cases. */
export function changedPodOnNode({ attributes, object }: PluginContext): string | undefined {
  const { resource, oldObject } = attributes;
  if (resource.group !== "" || resource.resource !== "pods" || object === null || oldObject === null)
    return undefined;
  const node = text(specOf(object).nodeName);
  const isChanged = object.metadata.generation !== oldObject.metadata.generation;
  return node !== "" && isChanged ? node : undefined;
}
