import { text } from "../../../api/json.ts";
import type { PluginContext } from "../../hook.ts";
import { specOf } from "./fields.ts";

/** The node of a pod whose spec an update changes; undefined for all else. */
export function changedPodOnNode({ attributes, object }: PluginContext): string | undefined {
  const { resource, oldObject } = attributes;
  if (resource.group !== "" || resource.resource !== "pods" || object === null || oldObject === null)
    return undefined;
  const node = text(specOf(object).nodeName);
  const isChanged = object.metadata.generation !== oldObject.metadata.generation;
  return node !== "" && isChanged ? node : undefined;
}
