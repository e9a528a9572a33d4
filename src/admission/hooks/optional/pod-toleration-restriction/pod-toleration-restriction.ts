import { messageOf } from "../../../../api/describe-error.ts";
import { isJsonObject, type Json, type JsonObject, records } from "../../../../api/json.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { notFound, plainError } from "../../../../api/status.ts";
import { parseJson } from "../../../../json/parse.ts";
import { decodeKind, type Kinds } from "../../../configuration/strict-decode.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { specOf, withSpec } from "../../builtin/fields.ts";
import { isPods } from "../../builtin/is-resource.ts";
import { isBestEffort } from "../../builtin/quota-usage.ts";
import { namespaceOf } from "../namespace-exists/namespace-exists.ts";
import { areAllowed, mergeTolerations } from "./tolerations.ts";

const DEFAULTS = "scheduler.alpha.kubernetes.io/defaultTolerations";
const ALLOWED = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";

const UNDER_PRESSURE: JsonObject = {
  key: "node.kubernetes.io/memory-pressure",
  operator: "Exists",
  effect: "NoSchedule",
};

interface ClusterTolerations {
  readonly defaults: readonly JsonObject[];
  readonly allowed: readonly JsonObject[];
}

/**
 * Pods take the default tolerations of their namespace, and no others than it allows
 * (kubernetes/plugin/pkg/admission/podtolerationrestriction/admission.go). `settings`: what holds where a namespace says
 * nothing.
 */
export function podTolerationRestriction(settings: string | undefined): BuiltinPlugin {
  const cluster = clusterTolerations(settings);
  return {
    kind: "builtin",
    name: "PodTolerationRestriction",
    operations: new Set(["CREATE", "UPDATE"]),
    admit: (context) => withNamespace(context, (pod, namespace) => admit(context, pod, namespace, cluster)),
    validate: (context) => withNamespace(context, (pod, namespace) => check(pod, namespace, cluster)),
  };
}

async function withNamespace(
  context: PluginContext,
  judge: (pod: KubeObject, namespace: KubeObject) => PluginResult,
): Promise<PluginResult> {
  const { attributes, object } = context;
  if (object === null || !isPods(attributes)) return undefined;
  const namespace = await namespaceOf(context);
  if (namespace === undefined) return notFound({ group: "", resource: "namespaces" }, attributes.namespace);
  try {
    return judge(object, namespace);
  } catch (error) {
    return plainError(messageOf(error), error);
  }
}

function admit(
  { attributes }: PluginContext,
  pod: KubeObject,
  namespace: KubeObject,
  cluster: ClusterTolerations,
): PluginResult {
  const isNew = attributes.operation === "CREATE";
  const defaults = isNew ? (tolerationsOf(namespace, DEFAULTS) ?? cluster.defaults) : [];
  const extra = [...defaults, ...(isBestEffort(pod) ? [] : [UNDER_PRESSURE])];
  if (extra.length === 0) return check(pod, namespace, cluster);
  const tolerations = mergeTolerations(records(specOf(pod).tolerations), extra);
  const merged = withSpec(pod, { tolerations });
  return check(merged, namespace, cluster) ?? merged;
}

function check(pod: KubeObject, namespace: KubeObject, cluster: ClusterTolerations): PluginResult {
  const own = records(specOf(pod).tolerations);
  if (own.length === 0) return undefined;
  const allowed = tolerationsOf(namespace, ALLOWED);
  if (areAllowed(own, allowed ?? cluster.allowed)) return undefined;
  const scope = allowed === undefined ? "cluster" : "namespace";
  return plainError(
    `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`,
  );
}

/** Undefined: the namespace says nothing. */
function tolerationsOf({ metadata }: KubeObject, annotation: string): readonly JsonObject[] | undefined {
  const said = metadata.annotations?.[annotation];
  if (said === undefined) return undefined;
  const value: Json = said === "" ? [] : parseJson(said);
  if (value !== null && !Array.isArray(value))
    throw new Error(`json: cannot unmarshal ${typeof value} into Go value of type []v1.Toleration`);
  return (value ?? []).filter(isJsonObject);
}

const KINDS: Kinds = new Map([
  [
    "podtolerationrestriction.admission.k8s.io/v1alpha1 Configuration",
    { goName: "Configuration", fields: { default: { kind: "any" }, whitelist: { kind: "any" } } },
  ],
]);

function clusterTolerations(settings: string | undefined): ClusterTolerations {
  if (settings === undefined) return { defaults: [], allowed: [] };
  const { value } = decodeKind(settings, KINDS);
  return { defaults: records(value.default), allowed: records(value.whitelist) };
}
