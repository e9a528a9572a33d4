import { apiRoot, parseGroupVersion } from "../api/group-version.ts";
import type { Registry } from "../resources/registry.ts";

/** The name of an object with its kind. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** "" for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * Returns the API path of an object, for example `/apis/apps/v1/namespaces/default/deployments/a`; undefined
 * for kinds that are not served.
 */
export function pathOf(
  registry: Registry,
  { apiVersion, kind, namespace, name }: ObjectName,
): { path: string; namespaced: boolean } | undefined {
  const { group, version } = parseGroupVersion(apiVersion);
  const found = registry.findKind(group, version, kind);
  if (found === undefined) return undefined;
  const { plural, namespaced, versions } = found.resource;
  // The stored version of an object can be a version that is no longer served.
  const served = versions.find((v) => v.version === version) ?? versions[0];
  if (served === undefined) return undefined;
  const root = apiRoot({ group, version: served.version });
  const place = namespaced ? `/namespaces/${namespace}` : "";
  return { path: `${root}${place}/${plural}/${encodeURIComponent(name)}`, namespaced };
}
