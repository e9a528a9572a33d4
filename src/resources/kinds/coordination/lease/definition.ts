import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { validatesSpec } from "../../../define/strategy.ts";
import { dropElection, leaseRules } from "./validate.ts";

export const lease = defineResource({
  group: "coordination.k8s.io",
  kind: "Lease",
  scope: "Namespaced",
  versions: [{ version: "v1" }],
  columns: [
    NAME,
    column`Holder: ${textAt("spec.holderIdentity")} holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.`,
    AGE,
  ],
  strategy: {
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    kubeFinalizers: false,
    ...validatesSpec(leaseRules),
    prepareForCreate: (object) => dropElection(object),
    prepareForUpdate: (object, old) => dropElection(object, old),
  },
});
