import { formatGroupVersion, type GroupVersionKind } from "./group-version.ts";
import { quote } from "./quote.ts";

/** The version of the form that all versions of a group are converted to. */
export const INTERNAL = "__internal";

/** Every group has its own names for these (AddToGroupVersion of apimachinery/pkg/apis/meta/v1/register.go). */
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

/** Whether a group that is known has such a kind, in a version that is known or in the internal one. */
export const isOfAllGroups = ({ version, kind }: GroupVersionKind): boolean =>
  OF_ALL_GROUPS.has(kind) && (version !== INTERNAL || kind === "WatchEvent");

/** `v1.Status`, as Go prints the type; undefined for kinds that are no meta kinds. */
export function metaType({ version, kind }: GroupVersionKind): string | undefined {
  if (version === INTERNAL && kind === "WatchEvent") return "v1.InternalEvent";
  return isUnversioned(kind) || (isMetaKind(kind) && version !== INTERNAL) ? `v1.${kind}` : undefined;
}

/** The text of NewNotRegisteredErrForKind (apimachinery/pkg/runtime/error.go). */
export function notRegistered(gvk: GroupVersionKind): string {
  const where =
    gvk.version === INTERNAL
      ? `the internal version of group ${quote(gvk.group)}`
      : `version ${quote(formatGroupVersion(gvk))}`;
  return `no kind ${quote(gvk.kind)} is registered for ${where} in scheme "pkg/runtime/scheme.go:111"`;
}
