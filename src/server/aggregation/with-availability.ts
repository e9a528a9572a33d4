import type { KubeObject } from "../../api/meta.ts";
import { formatTime } from "../../api/time.ts";
import { record } from "../../json/value.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import { updateManagedFields } from "../../resources/machine/apply/managers/update-managed-fields.ts";
import { availableCondition, conditionsOf } from "./remote-service.ts";
import type { Availability } from "./stored-availability.ts";

/** Returns the APIService with this condition, or undefined if it already has it. */
export function withAvailability(
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
