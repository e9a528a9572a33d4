import type { GroupVersionKind } from "../../api/group-version.ts";
import { INTERNAL, isMetaKind, isOfAllGroups, isUnversioned, metaType } from "../../api/meta-kinds.ts";
import { knowsKind, knowsVersion } from "./known-types.ts";

/** True if the server of `group` can create an object of that kind, like `Scheme.New` of k8s.io/apimachinery. */
export function isRegistered({ group, version, kind }: GroupVersionKind, serving: string): boolean {
  if (isUnversioned(kind)) return true;
  const isGroupKnown = knowsVersion(serving, group, version) || (group === "" && version === "v1");
  return (
    (isGroupKnown && isOfAllGroups({ group, version, kind })) || knowsKind(serving, group, version, kind)
  );
}

/** Returns the Go type to which all versions of a kind are converted: `apps.Deployment`. Some groups share one. */
export function internalType({ group, kind }: GroupVersionKind): string {
  if (kind === "Scale") return "autoscaling.Scale";
  return `${internalPackage(group, kind)}.${kind}`;
}

/** Returns the group of the internal form of a group: events have that of core. */
export const internalGroup = (group: string): string => (group === "events.k8s.io" ? "" : group);

const PACKAGES: ReadonlyMap<string, string> = new Map([
  ["", "core"],
  ["events.k8s.io", "core"],
  ["extensions", "apps"],
  ["internal.apiserver.k8s.io", "apiserverinternal"],
]);

function internalPackage(group: string, kind: string): string {
  if (group === "extensions" && /^(Ingress|NetworkPolicy)/.test(kind)) return "networking";
  return PACKAGES.get(group) ?? group.split(".")[0] ?? group;
}

/** Returns the type as Go prints it: `v1.Deployment`. */
function goType(gvk: GroupVersionKind): string {
  return metaType(gvk) ?? (gvk.version === INTERNAL ? internalType(gvk) : `${gvk.version}.${gvk.kind}`);
}

/** Returns the reason why an object of one kind cannot be converted to another kind; undefined if it can. */
export function conversionProblem(from: GroupVersionKind, to: GroupVersionKind): string | undefined {
  const wanted = internalType(to);
  if (!isMetaKind(from.kind) && (internalType(from) === wanted || isReplicationController(from, wanted)))
    return undefined;
  return `converting (${goType(from)}) to (${wanted}): unknown conversion`;
}

/** True for a ReplicationController, which is converted to a ReplicaSet for its scale. */
const isReplicationController = ({ group, version, kind }: GroupVersionKind, wanted: string): boolean =>
  wanted === "apps.ReplicaSet" && group === "" && version === "v1" && kind === "ReplicationController";
