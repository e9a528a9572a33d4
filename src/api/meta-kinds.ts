import { quote } from "../go/quote.ts";
import { formatGroupVersion, type GroupVersionKind } from "./group-version.ts";

/** Version of the internal form, to which all versions of a group are converted. */
export const INTERNAL = "__internal";

/**
 * Kinds that every group registers under its own name (AddToGroupVersion of
 * apimachinery/pkg/apis/meta/v1/register.go).
 */
const OF_ALL_GROUPS: ReadonlySet<string> = new Set([
  "CreateOptions",
  "DeleteOptions",
  "GetOptions",
  "ListOptions",
  "PatchOptions",
  "UpdateOptions",
  "WatchEvent",
]);
const OF_NO_GROUP: ReadonlySet<string> = new Set([
  "Status",
  "APIVersions",
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
]);

/** True if a kind with this name has the same meaning in every group: options of requests, Status. */
export const isMetaKind = (kind: string): boolean => OF_ALL_GROUPS.has(kind) || OF_NO_GROUP.has(kind);

/** True if a kind has one Go type in all groups and versions, including the internal version: Status. */
export const isUnversioned = (kind: string): boolean => OF_NO_GROUP.has(kind);

/** True if every known group has this kind, in a known version or in the internal one. */
export const isOfAllGroups = ({ version, kind }: GroupVersionKind): boolean =>
  OF_ALL_GROUPS.has(kind) && (version !== INTERNAL || kind === "WatchEvent");

/** Go's name of the type, such as `v1.Status`; undefined for kinds that are no meta kinds. */
export function metaType({ version, kind }: GroupVersionKind): string | undefined {
  if (version === INTERNAL && kind === "WatchEvent") return "v1.InternalEvent";
  return isUnversioned(kind) || (isMetaKind(kind) && version !== INTERNAL) ? `v1.${kind}` : undefined;
}

/** Error text of NewNotRegisteredErrForKind (apimachinery/pkg/runtime/error.go). */
export function notRegistered(gvk: GroupVersionKind): string {
  const where =
    gvk.version === INTERNAL
      ? `the internal version of group ${quote(gvk.group)}`
      : `version ${quote(formatGroupVersion(gvk))}`;
  return `no kind ${quote(gvk.kind)} is registered for ${where} in scheme "pkg/runtime/scheme.go:111"`;
}
