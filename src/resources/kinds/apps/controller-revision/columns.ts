import { parseGroupVersion } from "../../../../api/group-version.ts";
import type { KubeObject } from "../../../../api/meta.ts";

/** Returns the controlling owner, such as `statefulset.apps/x`. */
export function controllerName({ metadata }: KubeObject): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return "<none>";
  const { group } = parseGroupVersion(owner.apiVersion);
  return `${(group === "" ? owner.kind : `${owner.kind}.${group}`).toLowerCase()}/${owner.name}`;
}
