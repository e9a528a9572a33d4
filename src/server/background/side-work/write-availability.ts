import type { KubeObject } from "../../../api/meta.ts";
import { formatTime } from "../../../api/time.ts";
import { record } from "../../../json/value.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import { updateManagedFields } from "../../../resources/machine/apply/managers/update-managed-fields.ts";
import type { AvailabilityMetrics } from "../../aggregation/availability-metrics.ts";
import { API_SERVICES, availableCondition, conditionsOf } from "../../aggregation/remote-services.ts";
import type { Availability } from "../../aggregation/stored-availability.ts";
import type { KindStatusParts } from "./reconcile-stored.ts";
import { reconcileStored } from "./reconcile-stored.ts";

/**
 * Writes the condition `Available` of an APIService if it changes. If `wanted` returns undefined, the object
 * is left unchanged. Resolves with the revision of the write, or undefined if there was none.
 */
export async function writeAvailability(
  { storage, now, kind }: Pick<KindStatusParts, "storage" | "now" | "kind">,
  note: AvailabilityMetrics,
  name: string,
  wanted: (object: KubeObject) => Availability | undefined,
): Promise<number | undefined> {
  let tell = (): void => {};
  const revision = await reconcileStored(storage, kind, `/registry/${API_SERVICES}/${name}`, (object) => {
    const found = wanted(object);
    const next = found && withAvailability(object, found, kind, now());
    if (next !== undefined) tell = () => note.changed(object, next);
    return next;
  });
  if (revision !== undefined) tell();
  return revision;
}

/** Returns the APIService with this condition, or undefined if it already has it. */
function withAvailability(
  object: KubeObject,
  wanted: Availability,
  kind: KindDefinition,
  now: number,
): KubeObject | undefined {
  const before = availableCondition(object);
  const { status, reason, message } = wanted;
  if (before?.status === status && before.reason === reason && before.message === message) return undefined;
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : formatTime(now);
  const condition = { type: "Available", lastTransitionTime, status, reason, message };
  const others = conditionsOf(object).filter(({ type }) => type !== "Available");
  const next: KubeObject = {
    ...object,
    metadata: { ...object.metadata },
    status: { ...record(object.status), conditions: [...others.map((c) => ({ ...c })), condition] },
  };
  next.metadata.managedFields = updateManagedFields({
    live: object,
    object: next,
    shape: kind.shape,
    manager: "kube-apiserver",
    apiVersion: "apiregistration.k8s.io/v1",
    subresource: "status",
    now,
    resetFields: [["spec"]],
  });
  return next;
}
