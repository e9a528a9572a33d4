import { nameIsPathSegment } from "../../../../api/validation/name-format.ts";
import { AGE, column, countAt, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { specAndStatus, validatesSpec, validatesStatus } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { intOrPercent } from "./columns.ts";
import { roundTripBudget } from "./round-trip.ts";
import { budgetRules, budgetStatusRules } from "./validate.ts";

export const podDisruptionBudget = defineResource({
  group: "policy",
  kind: "PodDisruptionBudget",
  scope: "Namespaced",
  shortNames: ["pdb"],
  versions: [{ version: "v1", roundTrip: roundTripBudget }],
  columns: [
    NAME,
    column`Min Available: ${(object) => intOrPercent(object, "spec.minAvailable")} The minimum number of pods that must be available.`,
    column`Max Unavailable: ${(object) => intOrPercent(object, "spec.maxUnavailable")} The maximum number of pods that may be unavailable.`,
    column`Allowed Disruptions: integer ${countAt("status.disruptionsAllowed")} Calculated number of pods that may be disrupted at this time.`,
    AGE,
  ],
  subresources: [
    status({ allowUnconditionalUpdate: false, repeatsMeta: [], ...validatesStatus(budgetStatusRules) }),
  ],
  strategy: {
    allowUnconditionalUpdate: false,
    kubeFinalizers: false,
    nameProblems: nameIsPathSegment,
    ...specAndStatus("policy/v1.PodDisruptionBudget"),
    ...validatesSpec(budgetRules),
    repeatsMeta: [],
    metaComesLast: true,
  },
});
