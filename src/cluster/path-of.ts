import { apiRoot, parseGroupVersion } from "../api/group-version.ts";
import type { Registry } from "../resources/registry.ts";

/** An object by its kind. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** "" for what lies in none. */
  readonly namespace: string;
  readonly name: string;
}

/** `/apis/apps/v1/namespaces/default/deployments/a`; undefined for kinds that are not served. */
export function pathOf(
  registry: Registry,
  { apiVersion, kind, namespace, name }: ObjectName,
): { path: string; namespaced: boolean } | undefined {
  const { group, version } = parseGroupVersion(apiVersion);
  const found = registry.findKind(group, version, kind);
  if (found === undefined) return undefined;
  const { plural, namespaced, versions } = found.resource;
  // What is stored may be in a version that is served no more.
  const served = versions.find((v) => v.version === version) ?? versions[0];
  if (served === undefined) return undefined;
  const root = apiRoot({ group, version: served.version });
  const place = namespaced ? `/namespaces/${namespace}` : "";
  return { path: `${root}${place}/${plural}/${encodeURIComponent(name)}`, namespaced };
}
