import type { GroupVersionKind } from "../../api/group-version.ts";
import { INTERNAL, isMetaKind, isOfAllGroups, isUnversioned, metaType } from "../../api/meta-kinds.ts";
import { knowsKind, knowsVersion } from "./known-types.ts";

/** Whether the server of `group` can make an object of that kind, as `Scheme.New` of k8s.io/apimachinery. */
export function isRegistered({ group, version, kind }: GroupVersionKind, serving: string): boolean {
  if (isUnversioned(kind)) return true;
  const isGroupKnown = knowsVersion(serving, group, version) || (group === "" && version === "v1");
  return (
    (isGroupKnown && isOfAllGroups({ group, version, kind })) || knowsKind(serving, group, version, kind)
  );
}

/** The Go type that all versions of a kind are converted to: `apps.Deployment`. Some groups share one. */
export function internalType({ group, kind }: GroupVersionKind): string {
  if (kind === "Scale") return "autoscaling.Scale";
  return `${internalPackage(group, kind)}.${kind}`;
}

/** The group of the form that all versions of a group are converted to: events are those of core. */
export const internalGroup = (group: string): string => (group === "events.k8s.io" ? "" : group);

const PACKAGES = new Map([
  ["", "core"],
  ["events.k8s.io", "core"],
  ["extensions", "apps"],
  ["internal.apiserver.k8s.io", "apiserverinternal"],
]);

function internalPackage(group: string, kind: string): string {
  if (group === "extensions" && /^(Ingress|NetworkPolicy)/.test(kind)) return "networking";
  return PACKAGES.get(group) ?? group.split(".")[0] ?? group;
}

/** `v1.Deployment`, as Go prints the type. */
function goType(gvk: GroupVersionKind): string {
  return metaType(gvk) ?? (gvk.version === INTERNAL ? internalType(gvk) : `${gvk.version}.${gvk.kind}`);
}

/** Why an object of one kind cannot become one of another; undefined: it can. */
export function conversionProblem(from: GroupVersionKind, to: GroupVersionKind): string | undefined {
  const wanted = internalType(to);
  if (!isMetaKind(from.kind) && (internalType(from) === wanted || isReplicationController(from, wanted)))
    return undefined;
  return `converting (${goType(from)}) to (${wanted}): unknown conversion`;
}

/** It can be scaled as a ReplicaSet, and for that it is converted. */
const isReplicationController = ({ group, version, kind }: GroupVersionKind, wanted: string): boolean =>
  wanted === "apps.ReplicaSet" && group === "" && version === "v1" && kind === "ReplicationController";
