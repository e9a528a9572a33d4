import { specOf } from "../../../../api/meta.ts";
import { quote } from "../../../../go/quote.ts";
import { deepEqual, semanticEqual } from "../../../../json/semantic-equal.ts";
import type { PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";

/** Allows only the node's own Node, without changes that would bring pods of other nodes to it. */
export function restrictNode(context: PluginContext, node: string): PluginResult {
  const { name, operation } = context.attributes;
  if (name !== node)
    return forbid(context, `node ${quote(node)} is not allowed to modify node ${quote(name)}`);
  if (operation === "CREATE") return restrictNew(context, node);
  return operation === "UPDATE" ? restrictChange(context, node) : undefined;
}

function restrictNew(context: PluginContext, node: string): PluginResult {
  const { configSource } = specOf(context.object);
  if (configSource !== undefined && configSource !== null)
    return forbid(context, `node ${quote(node)} is not allowed to create pods with a non-nil configSource`);
  const labels = changedForbiddenLabels(context);
  if (labels === "") return undefined;
  return forbid(context, `node ${quote(node)} is not allowed to set the following labels: ${labels}`);
}

function restrictChange(context: PluginContext, node: string): PluginResult {
  const { object, attributes } = context;
  const [now, before] = [specOf(object), specOf(attributes.oldObject)];
  const refuse = (what: string) => forbid(context, `node ${quote(node)} is not allowed to ${what}`);
  const { configSource = null } = now;
  if (configSource !== null && !deepEqual(configSource, before.configSource))
    return refuse("update configSource to a new non-nil configSource");
  if (!semanticEqual(now.taints, before.taints)) return refuse("modify taints");
  if (!semanticEqual(object?.metadata.ownerReferences, attributes.oldObject?.metadata.ownerReferences))
    return refuse("modify ownerReferences");
  const labels = changedForbiddenLabels(context);
  return labels === "" ? undefined : forbid(context, `is not allowed to modify labels: ${labels}`);
}

/** Returns the forbidden labels that were added, changed or removed. */
function changedForbiddenLabels({ object, attributes }: PluginContext): string {
  const now = object?.metadata.labels ?? {};
  const before = attributes.oldObject?.metadata.labels ?? {};
  const changed = [...new Set([...Object.keys(now), ...Object.keys(before)])].filter(
    (key) => now[key] !== before[key],
  );
  return changed.filter(isForbidden).sort().join(", ");
}

const NODE_RESTRICTION = "node-restriction.kubernetes.io";

function isForbidden(label: string): boolean {
  const [prefix = "", ...rest] = label.split("/");
  const domain = rest.length === 0 ? "" : prefix;
  if (isWithin(domain, NODE_RESTRICTION)) return true;
  return (isWithin(domain, "kubernetes.io") || isWithin(domain, "k8s.io")) && !isOfKubelet(label, domain);
}

const isWithin = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`);

/** Labels that kubelets set on their nodes (k8s.io/kubelet/pkg/apis/well_known_labels.go). */
const KUBELET_LABELS: ReadonlySet<string> = new Set([
  "beta.kubernetes.io/arch",
  "beta.kubernetes.io/instance-type",
  "beta.kubernetes.io/os",
  "failure-domain.beta.kubernetes.io/region",
  "failure-domain.beta.kubernetes.io/zone",
  "kubernetes.io/arch",
  "kubernetes.io/hostname",
  "kubernetes.io/os",
  "node.kubernetes.io/instance-type",
  "topology.kubernetes.io/region",
  "topology.kubernetes.io/zone",
]);

const isOfKubelet = (label: string, domain: string): boolean =>
  KUBELET_LABELS.has(label) ||
  isWithin(domain, "kubelet.kubernetes.io") ||
  isWithin(domain, "node.kubernetes.io");
