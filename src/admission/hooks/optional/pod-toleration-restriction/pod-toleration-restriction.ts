import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { notFound, plainError } from "../../../../api/status.ts";
import { type JsonObject, records } from "../../../../json/value.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { withSpec } from "../../builtin/fields.ts";
import { isPods } from "../../builtin/is-resource.ts";
import { areAllowed, mergeTolerations } from "../../builtin/pods/tolerations.ts";
import { isBestEffort } from "../../builtin/quota/quality-of-service.ts";
import { namespaceOf } from "../namespace-exists/namespace-exists.ts";
import { type ClusterTolerations, readSettings, readTolerations } from "./read-tolerations.ts";

/**
 * Returns the validation errors of the tolerations at `path`, such as
 * `default[0].effect: Unsupported value: "x"`. Pods have the same rules.
 */
export type TolerationProblems = (tolerations: readonly JsonObject[], path: string) => readonly string[];

const DEFAULTS = "scheduler.alpha.kubernetes.io/defaultTolerations";
const ALLOWED = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";

const UNDER_PRESSURE: JsonObject = {
  key: "node.kubernetes.io/memory-pressure",
  operator: "Exists",
  effect: "NoSchedule",
};

/**
 * Adds the default tolerations of the namespace to its pods, and refuses tolerations that it does not allow
 * (kubernetes/plugin/pkg/admission/podtolerationrestriction/admission.go). `settings`: defaults for
 * namespaces without annotations; without `tolerationProblems` they are not validated. Throws with
 * kube-apiserver's text.
 */
export function podTolerationRestriction(
  settings: string | undefined,
  { tolerationProblems }: { readonly tolerationProblems?: TolerationProblems } = {},
): BuiltinPlugin {
  const cluster = clusterTolerations(settings, tolerationProblems);
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
  const defaults = isNew ? (tolerationsOf(namespace, DEFAULTS) ?? cluster.default) : [];
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
  if (areAllowed(own, allowed ?? cluster.whitelist)) return undefined;
  const scope = allowed === undefined ? "cluster" : "namespace";
  return plainError(
    `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`,
  );
}

/** Undefined: the namespace does not have the annotation. */
function tolerationsOf({ metadata }: KubeObject, annotation: string): readonly JsonObject[] | undefined {
  const said = metadata.annotations?.[annotation];
  return said === undefined ? undefined : readTolerations(said);
}

/**
 * Reads the settings for the cluster. Throws with kube-apiserver's text (podtolerationrestriction/config.go,
 * validation/validation.go).
 */
function clusterTolerations(
  settings: string | undefined,
  problemsOf: TolerationProblems | undefined,
): ClusterTolerations {
  if (settings === undefined) return { default: [], whitelist: [] };
  const read = readSettings(settings);
  const problems = [
    ...(problemsOf?.(read.default, "podtolerationrestriction.default") ?? []),
    ...(problemsOf?.(read.whitelist, "podtolerationrestriction.whitelist") ?? []),
  ];
  if (problems.length > 0) throw new Error(`invalid config: [${problems.join(" ")}]`);
  return read;
}
