import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from "../../../api/group-version.ts";
import { fieldFacts } from "../../types/tables.ts";

/** Group → first part of the names of its tables. */
const TABLES: ReadonlyMap<string, string> = new Map([
  ["", "core"],
  ["meta.k8s.io", "meta"],
  ["admissionregistration.k8s.io", "admissionregistration"],
  ["apidiscovery.k8s.io", "apidiscovery"],
  ["apiextensions.k8s.io", "apiextensions"],
  ["apiregistration.k8s.io", "apiregistration"],
  ["apps", "apps"],
  ["authentication.k8s.io", "authentication"],
  ["authorization.k8s.io", "authorization"],
  ["autoscaling", "autoscaling"],
  ["batch", "batch"],
  ["certificates.k8s.io", "certificates"],
  ["coordination.k8s.io", "coordination"],
  ["discovery.k8s.io", "discovery"],
  ["events.k8s.io", "events"],
  ["flowcontrol.apiserver.k8s.io", "flowcontrol"],
  ["networking.k8s.io", "networking"],
  ["node.k8s.io", "node"],
  ["policy", "policy"],
  ["rbac.authorization.k8s.io", "rbac"],
  ["resource.k8s.io", "resource"],
  ["scheduling.k8s.io", "scheduling"],
  ["storage.k8s.io", "storage"],
]);

/** `apps/v1`, `Deployment` → `apps/v1.Deployment`; undefined for kinds that have no protobuf form, as all custom ones. */
export function messageType(apiVersion: string, kind: string): string | undefined {
  const { group, version } = parseGroupVersion(apiVersion);
  const table = TABLES.get(group);
  if (table === undefined) return undefined;
  const own = `${table}/${version}.${kind}`;
  if (fieldFacts(own) !== undefined) return own;
  // Statuses and lists of groups say `v1`; metadata alone looks the same in every version.
  const meta = `meta/v1.${kind}`;
  return (group === "" || table === "meta") && fieldFacts(meta) !== undefined ? meta : undefined;
}

/** The same for what clients send: options and Status are the same message in every group. */
export function sentMessageType(gvk: GroupVersionKind): string | undefined {
  const meta = `meta/v1.${gvk.kind}`;
  return (
    messageType(formatGroupVersion(gvk), gvk.kind) ?? (fieldFacts(meta) === undefined ? undefined : meta)
  );
}
