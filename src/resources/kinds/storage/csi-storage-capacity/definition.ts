import type { KubeObject } from "../../../../api/meta.ts";
import { checkLabelSelector, selectorHasInvalidValues } from "../../../../api/validation/label-selector.ts";
import { dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import type { CSIStorageCapacity as StorageCapacity } from "../../../../types/tables/storage/v1-types.ts";
import { CREATED_AT, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { view } from "../../../define/strategy.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { absentAs, format, immutable } from "../../../rules/field-rules.ts";
import { rules } from "../../../rules/rules.ts";
import { nonNegativeProblems } from "../../shared/values/amounts.ts";
import { deprecatedNodeLabel } from "../../shared/values/node-labels.ts";
import { printedSelector } from "../../shared/values/printed.ts";

/** Rules of the topology, the class and the capacity (ValidateCSIStorageCapacity). */
const capacityRules = rules<StorageCapacity>(
  ({ nodeTopology }, old, at) => {
    const allowInvalidValues = selectorHasInvalidValues(old?.nodeTopology);
    checkLabelSelector(nodeTopology, at.child("nodeTopology"), { allowInvalidValues });
  },
  { storageClassName: absentAs("", format(dns1123SubdomainProblems)), capacity: format(nonNegativeProblems) },
);

/** Topology and class are kept (ValidateCSIStorageCapacityUpdate). */
const sameCapacity = rules<StorageCapacity>({
  nodeTopology: immutable(printedSelector),
  storageClassName: absentAs("", immutable()),
});

/** Warnings about renamed labels of nodes in the topology. */
function capacityWarnings(object: KubeObject): string[] {
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

export const csiStorageCapacity = defineResource({
  group: "storage.k8s.io",
  kind: "CSIStorageCapacity",
  scope: "Namespaced",
  versions: [{ version: "v1" }],
  columns: [NAME, CREATED_AT],
  strategy: {
    allowUnconditionalUpdate: false,
    ...checksThenCompares(capacityRules, sameCapacity),
    warnings: capacityWarnings,
  },
});
