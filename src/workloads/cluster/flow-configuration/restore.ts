import type { KubeObject } from "../../../api/meta.ts";
import { type ApiClient, itemsOf } from "../../base/api-client.ts";
import type { FirstObject } from "../../base/controller.ts";
import { isManaged, revised } from "./revise.ts";

const ROOT = "/apis/flowcontrol.apiserver.k8s.io/v1";
const MANAGER = "fieldManager=api-priority-and-fairness-config-producer-v1";
const PATHS: Readonly<Record<string, string>> = {
  PriorityLevelConfiguration: `${ROOT}/prioritylevelconfigurations`,
  FlowSchema: `${ROOT}/flowschemas`,
};

const pathOf = ({ kind = "" }: KubeObject): string => PATHS[kind] ?? "";
const keyOf = (object: KubeObject): string => `${pathOf(object)}/${object.metadata.name}`;

/**
 * Creates missing initial objects, repairs changed ones, and deletes those that this version of the server no
 * longer has (pkg/registry/flowcontrol/rest/storage_flowcontrol.go, ensure). Returns false if a request
 * failed.
 */
export async function restoreFlowControl(api: ApiClient, first: readonly FirstObject[]): Promise<boolean> {
  const stored = new Map<string, KubeObject>();
  for (const [kind, path] of Object.entries(PATHS)) {
    const { status, body } = await api.get(path);
    if (status !== 200) return false;
    for (const item of itemsOf(body)) stored.set(keyOf({ ...item, kind }), { ...item, kind });
  }
  for (const boot of first) if (!(await restore(api, boot, stored.get(keyOf(boot.object))))) return false;
  return removeOthers(api, [...stored.values()], new Set(first.map(({ object }) => keyOf(object))));
}

/**
 * Creates or repairs one object. Returns false after a conflict, too: the creation of a level changes the
 * status of its schemas.
 */
async function restore(api: ApiClient, boot: FirstObject, current: KubeObject | undefined): Promise<boolean> {
  const { object } = boot;
  if (current === undefined) {
    const { status } = await api.send("POST", `${pathOf(object)}?${MANAGER}`, object);
    return status === 201;
  }
  const next = revised(current, boot);
  if (next === undefined) return true;
  const { apiVersion = "" } = object;
  const { status } = await api.send("PUT", `${keyOf(object)}?${MANAGER}`, { ...next, apiVersion });
  return status === 200;
}

async function removeOthers(
  api: ApiClient,
  stored: readonly KubeObject[],
  wanted: ReadonlySet<string>,
): Promise<boolean> {
  for (const object of stored) {
    if (wanted.has(keyOf(object)) || !isManaged(object)) continue;
    const { status } = await api.send("DELETE", keyOf(object));
    if (status !== 200 && status !== 404) return false;
  }
  return true;
}
