import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import { PARAM_KIND } from "../shared/columns.ts";
import { fillPolicy } from "../shared/defaults.ts";
import type { RegistrationOptions } from "../shared/strategies.ts";
import { mutatingPolicyStrategy } from "./validate.ts";

/** MutatingAdmissionPolicy, stored in v1beta1 in 1.36, where v1 is new. */
export const mutatingAdmissionPolicy = (options: RegistrationOptions): ResourceDefinition =>
  defineResource({
    group: "admissionregistration.k8s.io",
    kind: "MutatingAdmissionPolicy",
    scope: "Cluster",
    categories: ["api-extensions"],
    storedVersion: "v1beta1",
    versions: [
      { version: "v1", defaults: fillPolicy, since: 36 },
      { version: "v1beta1", defaults: fillPolicy },
      { version: "v1alpha1", deprecated: 35, removed: 38, defaults: fillPolicy },
    ],
    columns: [
      NAME,
      column`Mutations: integer ${(object) => sizeOf(object, "spec.mutations")} Mutation indicates the number of mutations rules defined in this configuration`,
      PARAM_KIND,
      AGE,
    ],
    strategy: { ...mutatingPolicyStrategy(options), kubeFinalizers: false },
  });
