/** A group and version. The name of the core group is the empty string. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}
/** A kind, printed as `apps/v1, Kind=Deployment`. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}
/** A resource by its plural name, printed as `apps/v1, Resource=deployments`. */
export interface GroupVersionResource extends GroupVersion {
  readonly resource: string;
}
/** A resource without its version. Errors name resources in this form. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** Parses an apiVersion: `apps/v1` → { group: "apps", version: "v1" }; `v1` is a version of the core group. */
export function parseGroupVersion(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf("/");
  return slash < 0
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The group of an object; empty for the core group, and without an apiVersion. */
export const groupOf = ({ apiVersion }: { readonly apiVersion?: unknown }): string =>
  typeof apiVersion === "string" ? parseGroupVersion(apiVersion).group : "";

/** Parses an apiVersion, and adds the kind: `apps/v1`, `Deployment` → { group: "apps", version: "v1", kind: "Deployment" }. */
export function kindIn(apiVersion: string, kind: string): GroupVersionKind {
  const { group, version } = parseGroupVersion(apiVersion);
  return { group, version, kind };
}

/**
 * `parseGroupVersion` that returns empty names for an invalid apiVersion (`a/b/c`), as Go's
 * schema.FromAPIVersionAndKind does.
 */
export const groupVersionOrNone = (apiVersion: string): GroupVersion =>
  parseGroupVersion(apiVersion.split("/", 3).length > 2 ? "" : apiVersion);

/** Formats an apiVersion: { group: "", version: "v1" } → `v1`. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/** URL path of a group version: `/apis/apps/v1`, `/api/v1`. */
export const apiRoot = ({ group, version }: GroupVersion): string =>
  group === "" ? `/api/${version}` : `/apis/${group}/${version}`;

/** Formats a kind as the reference does: `apps/v1, Kind=Deployment`, `/v1, Kind=Pod`. */
export function formatGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** Formats a resource: `apps/v1, Resource=deployments`. */
export function formatGroupVersionResource({ group, version, resource }: GroupVersionResource): string {
  return `${group}/${version}, Resource=${resource}`;
}

/** Formats a resource without version: `deployments.apps`, `pods`. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/**
 * Parses `deployments.apps`: the resource up to the first dot, then the group (apimachinery/pkg/runtime/schema,
 * ParseGroupResource).
 */
export function parseGroupResource(text: string): GroupResource {
  const dot = text.indexOf(".");
  return dot < 0
    ? { group: "", resource: text }
    : { group: text.slice(dot + 1), resource: text.slice(0, dot) };
}
