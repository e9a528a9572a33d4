import { formatGroupVersion, type GroupVersionKind } from "../../api/group-version.ts";
import { quote } from "../../api/quote.ts";
import { knowsKind, knowsVersion } from "./known-types.ts";

export const INTERNAL = "__internal";

/** Every group has its own names for these. */
const OF_ALL_GROUPS = new Set([
  "CreateOptions",
  "DeleteOptions",
  "GetOptions",
  "ListOptions",
  "PatchOptions",
  "UpdateOptions",
  "WatchEvent",
]);
const OF_NO_GROUP = new Set(["Status", "APIVersions", "APIGroup", "APIGroupList", "APIResourceList"]);

/** Whether a kind of this name means the same in every group: options of requests, Status. */
export const isMetaKind = (kind: string): boolean => OF_ALL_GROUPS.has(kind) || OF_NO_GROUP.has(kind);

/** Whether a kind has one Go type in all groups and versions, the internal one included: Status. */
export const isUnversioned = (kind: string): boolean => OF_NO_GROUP.has(kind);

/** Whether the server of `group` can make an object of that kind, as `Scheme.New` of k8s.io/apimachinery. */
export function isRegistered({ group, version, kind }: GroupVersionKind, serving: string): boolean {
  if (isUnversioned(kind)) return true;
  const isGroupKnown = knowsVersion(serving, group, version) || (group === "" && version === "v1");
  if (isGroupKnown && OF_ALL_GROUPS.has(kind)) return version !== INTERNAL || kind === "WatchEvent";
  return knowsKind(serving, group, version, kind);
}

/** The text of NewNotRegisteredErrForKind. */
export function notRegistered(gvk: GroupVersionKind): string {
  const where =
    gvk.version === INTERNAL
      ? `the internal version of group ${quote(gvk.group)}`
      : `version ${quote(formatGroupVersion(gvk))}`;
  return `no kind ${quote(gvk.kind)} is registered for ${where} in scheme "pkg/runtime/scheme.go:111"`;
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
  const { version, kind } = gvk;
  if (version !== INTERNAL || isUnversioned(kind))
    return isMetaKind(kind) ? `v1.${kind}` : `${version}.${kind}`;
  return kind === "WatchEvent" ? "v1.InternalEvent" : internalType(gvk);
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
