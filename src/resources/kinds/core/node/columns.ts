import type { KubeObject } from "../../../../api/meta.ts";
import { flag, items, text } from "../../../define/cell.ts";

/** Version of the kernel with the architecture, if it is known. */
export function kernelVersion(object: KubeObject): string {
  const version = text(object, "status.nodeInfo.kernelVersion", "<unknown>");
  const architecture = text(object, "status.nodeInfo.architecture");
  return architecture === "" ? version : `${version} (${architecture})`;
}

/** State of a node: `Ready,SchedulingDisabled`. */
export function nodeStatus(object: KubeObject): string {
  const ready = items(object, "status.conditions").findLast(({ type }) => type === "Ready");
  const status = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return flag(object, "spec.unschedulable") ? `${status},SchedulingDisabled` : status;
}

const ROLE_PREFIX = "node-role.kubernetes.io/";

/** Roles in the labels, sorted; `<none>` without any. */
export function nodeRoles({ metadata: { labels = {} } }: KubeObject): string {
  const roles = Object.entries(labels).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return [key.slice(ROLE_PREFIX.length)];
    return key === "kubernetes.io/role" ? [value] : [];
  });
  return [...new Set(roles.filter((role) => role !== ""))].sort().join(",") || "<none>";
}

/** The first address of a type; `<none>` without one. */
export function nodeAddress(object: KubeObject, type: string): string {
  const address = items(object, "status.addresses").find((entry) => entry.type === type);
  return address === undefined ? "<none>" : text(address, "address");
}
