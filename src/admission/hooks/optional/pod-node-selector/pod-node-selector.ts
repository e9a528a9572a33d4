import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { forbidden, internalError, plainError } from "../../../../api/status.ts";
import { isJsonObject, record } from "../../../../json/value.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import { readYamlOrJson } from "../../../../types/files/document.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { withSpec } from "../../builtin/fields.ts";
import { isPods } from "../../builtin/is-resource.ts";
import { namespaceOf } from "../namespace-exists/namespace-exists.ts";
import { conflict, type LabelMap, labelMapOf } from "./label-map.ts";

const ANNOTATION = "scheduler.alpha.kubernetes.io/node-selector";
const DEFAULT = "clusterDefaultNodeSelector";

/**
 * Adds the node selector of the namespace to its pods
 * (kubernetes/plugin/pkg/admission/podnodeselector/admission.go). `settings`: `podNodeSelectorPluginConfig`
 * with a default and the allowed selectors of each namespace.
 */
export function podNodeSelector(settings: string | undefined): BuiltinPlugin {
  const selectors = selectorsIn(settings);
  const check = (context: PluginContext, pod: KubeObject, own: LabelMap): PluginResult => {
    if (conflict(own, selectorOf(pod)))
      return refusal(
        context,
        pod,
        "pod node label selector conflicts with its namespace node label selector",
      );
    const allowed = labelMapOf(selectors[context.attributes.namespace] ?? "");
    return isSubset(selectorOf(pod), allowed)
      ? undefined
      : refusal(context, pod, "pod node label selector labels conflict with its namespace whitelist");
  };
  const admit = (context: PluginContext, pod: KubeObject, own: LabelMap): PluginResult => {
    if (conflict(own, selectorOf(pod))) return check(context, pod, own);
    const nodeSelector = { ...own, ...selectorOf(pod) };
    const isEmpty = Object.keys(nodeSelector).length === 0;
    const merged = isEmpty ? pod : withSpec(pod, { nodeSelector });
    return check(context, merged, own) ?? merged;
  };
  return {
    kind: "builtin",
    name: "PodNodeSelector",
    operations: new Set(["CREATE"]),
    admit: (context) => withNamespace(context, selectors, admit),
    validate: (context) => withNamespace(context, selectors, check),
  };
}

type Judge = (context: PluginContext, pod: KubeObject, own: LabelMap) => PluginResult;

async function withNamespace(
  context: PluginContext,
  selectors: LabelMap,
  judge: Judge,
): Promise<PluginResult> {
  const { attributes, object } = context;
  if (object === null || !isPods(attributes)) return undefined;
  const namespace = await namespaceOf(context);
  if (namespace === undefined) return internalError(`namespace ${attributes.namespace} does not exist`);
  try {
    const said = namespace.metadata.annotations?.[ANNOTATION] ?? selectors[DEFAULT] ?? "";
    return judge(context, object, labelMapOf(said));
  } catch (error) {
    return plainError(messageOf(error), error);
  }
}

const selectorOf = (pod: KubeObject): LabelMap => record(specOf(pod).nodeSelector) as LabelMap;

const refusal = ({ attributes }: PluginContext, pod: KubeObject, why: string): PluginResult =>
  forbidden(attributes.resource, pod.metadata.name ?? "", why);

/** True if all labels are allowed. An empty `allowed` allows all labels. */
const isSubset = (labels: LabelMap, allowed: LabelMap): boolean =>
  Object.keys(allowed).length === 0 || Object.keys(labels).every((key) => allowed[key] === labels[key]);

/** Reads the settings. Values that cannot be read are ignored. */
function selectorsIn(settings: string | undefined): LabelMap {
  const value = settings === undefined ? null : readYamlOrJson(settings);
  const own = isJsonObject(value) ? record(value.podNodeSelectorPluginConfig) : {};
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, selector]) =>
      typeof selector === "string" ? [[name, selector]] : [],
    ),
  );
}
