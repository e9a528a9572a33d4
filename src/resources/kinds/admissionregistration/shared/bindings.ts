import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { checkLabelSelector } from "../../../../api/validation/label-selector.ts";
import { dns1123SubdomainProblems, pathSegmentNameProblems } from "../../../../api/validation/name-format.ts";
import type {
  ValidatingAdmissionPolicyBindingSpec as BindingSpec,
  ParamRef,
} from "../../../../types/tables/admissionregistration/v1-types.ts";
import { checkMatchResources } from "./match-resources.ts";

const NOT_FOUND_ACTIONS = ["Deny", "Allow"];

const EXCLUSIVE = "name and selector are mutually exclusive";

/** Checks the spec of both kinds of bindings. `missing`: the report of a binding without a policy. */
export function checkBinding(spec: BindingSpec, at: FieldReport, missing: FieldReport = at): void {
  const { policyName = "", paramRef, matchResources } = spec;
  if (missing.require("policyName", policyName)) at.check("policyName", policyName, dns1123SubdomainProblems);
  if (paramRef !== undefined) checkParamRef(paramRef, at.child("paramRef"));
  if (matchResources !== undefined) checkMatchResources(matchResources, at.child("matchResources"));
}

function checkParamRef({ name = "", selector, parameterNotFoundAction }: ParamRef, at: FieldReport): void {
  const both = name !== "" && selector !== undefined;
  if (name !== "") at.child("name").problems(name, pathSegmentNameProblems(name));
  if (both) at.child("name").forbidden(EXCLUSIVE);
  checkLabelSelector(selector, at.child("selector"));
  if (both) at.child("selector").forbidden(EXCLUSIVE);
  if (name === "" && selector === undefined) at.required("one of name or selector must be specified");
  at.requireSupported("parameterNotFoundAction", parameterNotFoundAction, NOT_FOUND_ACTIONS);
}
