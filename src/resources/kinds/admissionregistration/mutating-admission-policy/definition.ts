import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { trimSpace } from "../../../../go/space.ts";
import type {
  MutatingAdmissionPolicySpec as MutatingPolicySpec,
  Mutation,
} from "../../../../types/tables/admissionregistration/v1-types.ts";
import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { specOf } from "../../../define/strategy.ts";
import type { ResourceDefinition } from "../../../resource-definition.ts";
import type { Strategy } from "../../../strategy.ts";
import { PARAM_KIND } from "../shared/columns.ts";
import { fillPolicy } from "../shared/defaults.ts";
import { checkMutatingOperations } from "../shared/match-resources.ts";
import { checkPolicyExpression, checkPolicyHead, type PolicyOptions } from "../shared/policy-parts.ts";
import { policyStrategy, type RegistrationOptions } from "../shared/strategies.ts";

const REINVOCATION_POLICIES = ["IfNeeded", "Never"];

const PATCH_TYPES = ["ApplyConfiguration", "JSONPatch"];

/** Checks the spec of a MutatingAdmissionPolicy. */
function checkMutatingPolicy(given: MutatingPolicySpec, at: FieldReport, options: PolicyOptions): void {
  // Expressions of mutating policies can always use `variables`, even if there are none.
  const spec = { ...given, variables: given.variables ?? [] };
  const { matchConstraints = {}, mutations = [] } = spec;
  checkPolicyHead(spec, at, options, (match) => checkMutatingOperations(matchConstraints, match));
  if (mutations.length === 0) at.child("mutations").required("mutations must contain at least one item");
  at.eachOf("mutations", mutations, (mutation, here) => checkMutation(mutation, here, { spec, options }));
  at.requireSupported("reinvocationPolicy", spec.reinvocationPolicy, REINVOCATION_POLICIES);
}

type Context = { readonly spec: MutatingPolicySpec; readonly options: PolicyOptions };

function checkMutation(mutation: Mutation, at: FieldReport, context: Context): void {
  const { patchType = "" } = mutation;
  at.requireSupported("patchType", patchType, PATCH_TYPES);
  if (patchType === "JSONPatch")
    checkPatchOf(patchType, "jsonPatch", "applyConfiguration", mutation, at, context);
  if (patchType === "ApplyConfiguration")
    checkPatchOf(patchType, "applyConfiguration", "jsonPatch", mutation, at, context);
}

type PatchField = "jsonPatch" | "applyConfiguration";

function checkPatchOf(
  type: string,
  wanted: PatchField,
  other: PatchField,
  mutation: Mutation,
  at: FieldReport,
  context: Context,
): void {
  const patch = mutation[wanted];
  const expression = patch?.expression ?? "";
  if (patch === undefined) at.child(wanted).required(`must be specified when patchType is ${type}`);
  else if (trimSpace(expression) === "") at.child(wanted).child("expression").required();
  else checkPolicyExpression(trimSpace(expression), wanted, at.child(wanted).child("expression"), context);
  if (mutation[other] !== undefined)
    at.child(other).invalid(`{${other}}`, `must not be specified when patchType is ${type}`);
}

/** Rules of MutatingAdmissionPolicies (ValidateMutatingAdmissionPolicy). */
const mutatingPolicyStrategy = (options: RegistrationOptions): Strategy =>
  policyStrategy(options, (object, at, options) =>
    checkMutatingPolicy(specOf<MutatingPolicySpec>(object), at, options),
  );

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
