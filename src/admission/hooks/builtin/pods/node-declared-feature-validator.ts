import { specOf } from "../../../../api/meta.ts";
import { equal } from "../../../../json/equal.ts";
import { semanticEqual } from "../../../../json/semantic-equal.ts";
import { type JsonObject, record, records } from "../../../../json/value.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../forbid.ts";
import { changedPodOnNode } from "./changed-pod-on-node.ts";

/** Refuses an update of a pod that needs a feature that the pod's node does not declare. */
export const nodeDeclaredFeatureValidator: BuiltinPlugin = {
  kind: "builtin",
  name: "NodeDeclaredFeatureValidator",
  operations: new Set(["UPDATE"]),
  validate: (context) => {
    const { subresource, oldObject } = context.attributes;
    if (subresource !== "" && subresource !== "resize") return undefined;
    const name = changedPodOnNode(context);
    if (name === undefined) return undefined;
    const needed = featuresFor(specOf(oldObject), specOf(context.object));
    return needed.length === 0 ? undefined : checkNode(context, name, needed);
  },
};

/**
 * Returns the features that an update needs (k8s.io/component-helpers/nodedeclaredfeatures/features: those
 * whose InferForUpdate can return true).
 */
function featuresFor(before: JsonObject, after: JsonObject): readonly string[] {
  const needed: string[] = [];
  if (!semanticEqual(before.resources, after.resources))
    needed.push("InPlacePodLevelResourcesVerticalScaling");
  const containers = records(after.initContainers);
  const isResized = ({ restartPolicy, resources }: JsonObject, i: number): boolean =>
    restartPolicy !== "Always" && !equal(resources ?? {}, containers[i]?.resources ?? {});
  if (records(before.initContainers).some(isResized)) needed.push("InPlacePodVerticalScalingInitContainers");
  return needed;
}

function checkNode(context: PluginContext, name: string, needed: readonly string[]): PluginResult {
  const node = context.lookup.get("", "nodes", "", name);
  if (node === undefined) return forbid(context, `node "${name}" not found`);
  const { declaredFeatures } = record(node.status);
  const declared = Array.isArray(declaredFeatures) ? declaredFeatures : [];
  const missing = needed.filter((feature) => !declared.includes(feature));
  if (missing.length === 0) return undefined;
  return forbid(
    context,
    `pod update requires features ${missing.join(", ")} which are not available on node "${name}"`,
  );
}
