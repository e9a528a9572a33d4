import { formatGroupVersion } from "../../api/group-version.ts";
import { type JsonObject, record, records, text } from "../../json/value.ts";
import type { Registry } from "../../resources/registry.ts";
import { isNearGroup, nearest } from "../near.ts";

/** A resource by its plural, or a kind, as a request names it. */
interface Wanted {
  readonly group: string;
  /** `resource`: the plural in the URL. */
  readonly by: "resource" | "kind";
  readonly name: string;
}

/** Kinds that Kubernetes removed without another version, with what is there instead. */
const REMOVED: Readonly<Record<string, string>> = {
  PodSecurityPolicy:
    "Kubernetes 1.25 removed it; Pod Security Admission has its place: the label pod-security.kubernetes.io/enforce of a namespace",
};

/** Groups of configuration files, which look like objects, with the programs that read them. */
const FILES: Readonly<Record<string, string>> = {
  "kubeadm.k8s.io": "kubeadm (--config)",
  "kubelet.config.k8s.io": "the kubelet (--config)",
  "kubeproxy.config.k8s.io": "kube-proxy (--config)",
  "kubescheduler.config.k8s.io": "kube-scheduler (--config)",
  "apiserver.config.k8s.io": "kube-apiserver",
  "pod-security.admission.config.k8s.io": "kube-apiserver (--admission-control-config-file)",
  "audit.k8s.io": "kube-apiserver (--audit-policy-file)",
  "kustomize.config.k8s.io": "kustomize (kubectl apply -k FOLDER)",
  "kind.x-k8s.io": "kind (kind create cluster --config)",
};

/** Says which program reads a file of this group, which is no object of the API; empty for other groups. */
export const fileText = (group: string, kind: string): string =>
  !Object.hasOwn(FILES, group)
    ? ""
    : `${kind} is a configuration file for ${FILES[group]}, and no object of the API: kubectl apply cannot create it`;

/** True if the kinds of a group may have been in another one: extensions was divided into several. */
const isFormer = (former: string, group: string): boolean =>
  former === "extensions" || isNearGroup(former, group);

/**
 * Says what is served instead of a resource or a kind that is not: another version or group of it, or one with a similar
 * name. Empty if there is nothing near.
 */
export function servedInstead({ group, by, name }: Wanted, registry: Registry): string {
  const file = by === "kind" ? fileText(group, name) : "";
  if (file !== "") return `; ${file}`;
  const all = registry.groups.flatMap(({ versions }) =>
    versions.flatMap(({ resources }) => resources.map(({ kind }) => kind)),
  );
  const nameOf = (kind: (typeof all)[number]): string => (by === "kind" ? kind.kind : kind.plural);
  const same = all.filter((kind) => nameOf(kind) === name);
  const own = same.filter((kind) => kind.group === group);
  // In a group that is served, another group of Kubernetes is meant; in other groups, kinds can have any names.
  const isServed = registry.group(group) !== undefined;
  const places = own.length > 0 ? own : same.filter((kind) => isServed || isFormer(group, kind.group));
  if (places.length > 0)
    return `; it is served in ${[...new Set(places.map(formatGroupVersion))].join(", ")}`;
  if ((group === "policy" || group === "extensions") && Object.hasOwn(REMOVED, name))
    return `; ${REMOVED[name]}`;
  const inGroup = all.filter((kind) => kind.group === group);
  const near = nearest(name, new Set(inGroup.map(nameOf)));
  if (near !== undefined) return `; "${near}" is probably meant`;
  // Without a group, any may be meant.
  const other = group === "" ? nearest(name, new Set(all.map(nameOf))) : undefined;
  const place = all.find((kind) => nameOf(kind) === other);
  return place === undefined ? "" : `; "${other}" of ${formatGroupVersion(place)} is probably meant`;
}

/** Says why a CustomResourceDefinition is not established; empty if it is, or its status does not tell. */
export function definitionProblem({ metadata, status }: JsonObject): string {
  const bad = records(record(status).conditions).find(({ status: its }) => its === "False");
  const of = `CustomResourceDefinition/${text(record(metadata).name)}`;
  return bad === undefined ? "" : `; ${of} is not established: ${text(bad.reason)}: ${text(bad.message)}`;
}
