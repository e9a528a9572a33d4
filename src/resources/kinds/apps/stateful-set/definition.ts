import { nameIsDnsLabel } from "../../../../api/validation/name-format.ts";
import type { StatefulSetSpec } from "../../../../types/tables/apps/v1-types.ts";
import { AGE, column, containerColumns, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { specOf } from "../../../define/strategy.ts";
import { scale, status } from "../../../define/subresources.ts";
import { roundTripStrategy } from "../../shared/pod-template/fill-pod-spec.ts";
import { dropsDisabledFields } from "../../shared/pod-template/pod-template.ts";
import { templateOf, templateWarnings } from "../../shared/workload/workload.ts";
import { readyOf } from "../shared/columns.ts";
import { workload, workloadStatus } from "../shared/workload-strategy.ts";
import { fillStatefulSet } from "./defaults.ts";
import {
  checkAnyStatefulSet,
  claimTemplateWarnings,
  dropMaxUnavailable,
  revisionWarnings,
  STATEFUL_SET_STATUS,
  statefulSetBase,
} from "./validate.ts";

export const statefulSet = defineResource({
  group: "apps",
  kind: "StatefulSet",
  plural: "statefulsets",
  scope: "Namespaced",
  shortNames: ["sts"],
  categories: ["all"],
  versions: [
    {
      version: "v1",
      type: "apps/v1.StatefulSet",
      defaults: fillStatefulSet,
      roundTrip: roundTripStrategy("updateStrategy", ["partition"]),
    },
  ],
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
      prepareForCreate(object, context) {
        statefulSetBase.prepareForCreate(object, context);
        dropMaxUnavailable(specOf<StatefulSetSpec>(object), undefined);
      },
      prepareForUpdate(object, old, context) {
        dropMaxUnavailable(specOf<StatefulSetSpec>(object), specOf<StatefulSetSpec>(old));
        statefulSetBase.prepareForUpdate(object, old, context);
      },
      warnings: (object, old) => [
        ...templateWarnings(object, old),
        ...claimTemplateWarnings(specOf(object), old === undefined),
        ...revisionWarnings(specOf(object)),
      ],
    }),
    templateOf,
  ),
});
