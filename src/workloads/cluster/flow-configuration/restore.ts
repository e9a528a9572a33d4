import type { KubeObject } from "../../../api/meta.ts";
import { goBool } from "../../../go/bool.ts";
import { deepEqual } from "../../../json/semantic-equal.ts";
import { record } from "../../../json/value.ts";
import { type ApiClient, itemsOf } from "../../base/api-client.ts";
import type { FirstObject } from "../../base/controller.ts";

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

const AUTO_UPDATE = "apf.kubernetes.io/autoupdate-spec";

const annotationOf = ({ metadata }: KubeObject): boolean | undefined =>
  goBool(metadata.annotations?.[AUTO_UPDATE]);

/**
 * Returns true if the object is an initial object of a server. It is deleted when no version of the server in
 * use has it.
 */
const isManaged = (object: KubeObject): boolean => annotationOf(object) === true;

/**
 * Returns the object of priority and fairness to be written; undefined if it is right. Mandatory objects are
 * always repaired. For suggested ones the annotation decides; without it they are repaired if no client has
 * changed their spec (pkg/registry/flowcontrol/ensurer/strategy.go, ReviseIfNeeded).
 */
function revised(current: KubeObject, { object: boot, isMandatory }: FirstObject): KubeObject | undefined {
  const stated = annotationOf(current);
  const updates = isMandatory || (stated ?? current.metadata.generation === 1);
  const hasOtherSpec = updates && !isLike(current, boot);
  if (stated === updates && !hasOtherSpec) return undefined;
  const annotations = { ...current.metadata.annotations, [AUTO_UPDATE]: String(updates) };
  return {
    ...current,
    metadata: { ...current.metadata, ...(stated !== updates && { annotations }) },
    ...(hasOtherSpec && { spec: boot.spec ?? null }),
  };
}

/**
 * Returns true if the spec is the wanted one. Users may set the shares of the level `exempt`, so these are
 * not compared.
 */
function isLike(current: KubeObject, boot: KubeObject): boolean {
  const isExempt = boot.kind === "PriorityLevelConfiguration" && boot.metadata.name === "exempt";
  return isExempt ? hasExempt(current) : deepEqual(current.spec, boot.spec);
}

const hasExempt = ({ spec }: KubeObject): boolean =>
  deepEqual({ ...record(spec), exempt: null }, { type: "Exempt", exempt: null }) &&
  record(spec).exempt !== undefined;
