import type { KubeObject } from "../../../../api/meta.ts";
import type { ChangeCheck, FieldReport } from "../../../../api/validation/field-path.ts";
import { checkLabelSelector, selectorHasInvalidValues } from "../../../../api/validation/label-selector.ts";
import { dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import type { CSIStorageCapacity as StorageCapacity } from "../../../../types/tables/storage/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import { nanos } from "../../shared/values/amounts.ts";
import { deprecatedNodeLabel } from "../../shared/values/node-labels.ts";
import { checkImmutable, checkImmutableSelector } from "../../shared/workload/workload.ts";

/** Checks the topology, the class and the capacity (ValidateCSIStorageCapacity). */
export const checkCapacity: ChangeCheck<StorageCapacity> = (object, old, at) => {
  const { storageClassName = "", nodeTopology, capacity } = object;
  const allowInvalidValues = selectorHasInvalidValues(old?.nodeTopology);
  checkLabelSelector(nodeTopology, at.child("nodeTopology"), { allowInvalidValues });
  at.check("storageClassName", storageClassName, dns1123SubdomainProblems);
  if (capacity !== undefined && nanos(capacity) < 0n) {
    at.child("capacity").invalid(capacity, "must be greater than or equal to 0");
  }
};

/** Checks that topology and class are kept (ValidateCSIStorageCapacityUpdate). */
export function checkCapacityChange(object: StorageCapacity, old: StorageCapacity, at: FieldReport): void {
  const { storageClassName = "", nodeTopology } = object;
  checkImmutableSelector(nodeTopology, old.nodeTopology, at.child("nodeTopology"));
  checkImmutable(storageClassName, old.storageClassName ?? "", at.child("storageClassName"));
}

/** Warnings about renamed labels of nodes in the topology. */
export function capacityWarnings(object: KubeObject): string[] {
  const { matchExpressions = [], matchLabels = {} } = view<StorageCapacity>(object).nodeTopology ?? {};
  const ofExpressions = matchExpressions.flatMap(({ key = "" }, i) => {
    const message = deprecatedNodeLabel(key);
    return message === undefined ? [] : [`nodeTopology.matchExpressions[${i}].key: ${key} is ${message}`];
  });
  const ofLabels = Object.keys(matchLabels).flatMap((key) => {
    const message = deprecatedNodeLabel(key);
    return message === undefined ? [] : [`nodeTopology.matchLabels.${key}: ${message}`];
  });
  return [...ofExpressions, ...ofLabels];
}
