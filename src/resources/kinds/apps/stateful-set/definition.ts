import { nameIsDnsLabel } from "../../../../api/validation/name-format.ts";
import { AGE, column, containerColumns, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import type { ApplyDefaults } from "../../../define/fill.ts";
import type { VersionFacts } from "../../../define/resource-facts.ts";
import { specOf } from "../../../define/strategy.ts";
import { scale, status } from "../../../define/subresources.ts";
import { roundTripStrategy } from "../../shared/pod-template/fill-pod-spec.ts";
import { dropsDisabledFields } from "../../shared/pod-template/pod-template.ts";
import { templateOf, templateWarnings } from "../../shared/workload/workload.ts";
import { readyOf } from "../shared/columns.ts";
import { workload, workloadStatus } from "../shared/workload-strategy.ts";
import { fillStatefulSet, fillWithoutUnavailable } from "./defaults.ts";
import {
  checkAnyStatefulSet,
  claimTemplateWarnings,
  revisionWarnings,
  STATEFUL_SET_STATUS,
  statefulSetBase,
} from "./validate.ts";

const versionWith = (defaults: ApplyDefaults): VersionFacts => ({
  version: "v1",
  defaults,
  roundTrip: roundTripStrategy("updateStrategy", ["partition"]),
});

export const statefulSet = defineResource({
  group: "apps",
  kind: "StatefulSet",
  scope: "Namespaced",
  shortNames: ["sts"],
  categories: ["all"],
  versions: [versionWith(fillStatefulSet)],
  whenChanged: (changed) =>
    changed.has("MaxUnavailableStatefulSet")
      ? { versions: [versionWith(fillWithoutUnavailable)] }
      : undefined,
  columns: [
    NAME,
    column`Ready: ${readyOf} Number of the pod with ready state`,
    AGE,
    ...containerColumns("spec.template.spec"),
  ],
  subresources: [scale, status(workloadStatus(STATEFUL_SET_STATUS))],
  strategy: dropsDisabledFields(
    workload("StatefulSet", checkAnyStatefulSet, {
      nameProblems: nameIsDnsLabel,
      ...statefulSetBase,
      warnings: (object, old) => [
        ...templateWarnings(object, old),
        ...claimTemplateWarnings(specOf(object), old === undefined),
        ...revisionWarnings(specOf(object)),
      ],
    }),
    templateOf,
  ),
});
