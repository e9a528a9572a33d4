import type { FieldReport } from "../../../../api/field-path.ts";
import { dns1123SubdomainProblems, pathSegmentNameProblems } from "../../../../api/name-format.ts";
import { checkLabelSelector } from "../../../../api/validate-label-selector.ts";
import type { ValidatingAdmissionPolicyBindingSpec as BindingSpec, ParamRef } from "../fields/v1-types.ts";
import { checkMatchResources, checkMutatingOperations, checkRequiredChoice } from "./match-resources.ts";

const ACTIONS = ["Audit", "Deny", "Warn"];

const NOT_FOUND_ACTIONS = ["Deny", "Allow"];

const EXCLUSIVE = "name and selector are mutually exclusive";

/** spec of a ValidatingAdmissionPolicyBinding. */
export function checkValidatingBinding(spec: BindingSpec, at: FieldReport): void {
  checkBinding(spec, at);
  checkActions(spec.validationActions ?? [], at.child("validationActions"));
}

/** spec of a MutatingAdmissionPolicyBinding. */
export function checkMutatingBinding(spec: BindingSpec, at: FieldReport): void {
  checkBinding(spec, at);
  if (spec.matchResources !== undefined)
    checkMutatingOperations(spec.matchResources, at.child("matchResources"));
}

function checkBinding({ policyName = "", paramRef, matchResources }: BindingSpec, at: FieldReport): void {
  if (policyName === "") at.child("policyName").required();
  else at.child("policyName").problems(policyName, dns1123SubdomainProblems(policyName));
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
  checkRequiredChoice(parameterNotFoundAction, NOT_FOUND_ACTIONS, at.child("parameterNotFoundAction"));
}

function checkActions(actions: readonly string[], at: FieldReport): void {
  const seen = new Set<string>();
  actions.forEach((action, i) => {
    if (!ACTIONS.includes(action)) at.index(i).notSupported(action, ACTIONS);
    if (seen.has(action)) at.index(i).duplicate(action);
    seen.add(action);
  });
  if (seen.has("Deny") && seen.has("Warn")) {
    at.invalid(
      actions,
      "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)",
    );
  }
  if (actions.length === 0) at.required("at least one validation action is required");
}
