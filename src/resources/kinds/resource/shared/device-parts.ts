import { invalid, NamedText } from "../../../../api/validation/field-error.ts";
import type { Check, FieldReport } from "../../../../api/validation/field-report.ts";
import {
  byteLength,
  cIdentifierProblems,
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from "../../../../api/validation/name-format.ts";
import { isJsonObject, type Json } from "../../../../json/value.ts";
import type {
  DeviceClassConfiguration as Configuration,
  Device,
  DeviceToleration,
  DeviceSelector as Selector,
} from "../../../../types/tables/resource/v1-types.ts";
import { checkCsiDriverName, checkDeclaredDriver } from "../../shared/volume-sources/source-checks.ts";
import { selectorProblem } from "./device-selector.ts";
import { checkList } from "./lists.ts";

const MAX_SELECTORS = 32;

const MAX_EXPRESSION_BYTES = 10 * 1024;

const MAX_PARAMETER_BYTES = 10 * 1024;

const MAX_ID_BYTES = 32;

const MAX_POOL_BYTES = 253;

const MAX_DOMAIN_BYTES = 63;

const MAX_CONDITIONS = 4;

/** Checks selectors of devices, and compiles their expressions. */
export function checkSelectors(selectors: readonly Selector[] | undefined, at: FieldReport): void {
  checkList(selectors, MAX_SELECTORS, checkSelector, at);
}

function checkSelector({ cel }: Selector, at: FieldReport): void {
  if (cel === undefined) at.child("cel").required();
  else checkExpression(cel.expression ?? "", at.child("cel.expression"));
}

function checkExpression(expression: string, at: FieldReport): void {
  if (byteLength(expression) > MAX_EXPRESSION_BYTES) {
    at.tooLong(MAX_EXPRESSION_BYTES);
    return;
  }
  const problem = selectorProblem(expression, at);
  if (problem?.kind === "invalid") at.invalid(expression, problem.text);
  else if (problem?.kind === "forbidden") at.forbidden(problem.text);
  else if (problem !== undefined) at.internal(problem.text);
}

/**
 * Checks the configuration that a driver gets. `stored`: true if the stored object has it, so that its size
 * is not limited.
 */
export function checkConfiguration({ opaque }: Configuration, stored: boolean, at: FieldReport): void {
  const path = at.child("opaque");
  if (opaque === undefined) {
    path.required();
    return;
  }
  checkDeclaredDriver(opaque.driver ?? "", path.child("driver"));
  checkParameters(opaque.parameters, stored, path.child("parameters"));
}

/** Checks parameters: JSON whose meaning only the driver knows. */
export function checkParameters(parameters: Json | undefined, stored: boolean, at: FieldReport): void {
  if (parameters === undefined || parameters === null) at.required();
  else if (!stored && byteLength(JSON.stringify(parameters)) > MAX_PARAMETER_BYTES)
    at.tooLong(MAX_PARAMETER_BYTES);
  else if (!isJsonObject(parameters)) at.invalid("<value omitted>", "must be a valid JSON object");
}

/** Checks a toleration of device taints. */
export const checkToleration: Check<DeviceToleration> = (
  { key, operator = "", value = "", effect = "" },
  at,
) => {
  at.declared.checkIfSet("key", key, qualifiedNameProblems);
  at.declared.requireSupported("operator", operator, ["Equal", "Exists"]);
  if (operator === "Exists" && value !== "")
    at.child("value").invalid(value, "must be empty for operator `Exists`");
  if (operator === "Equal") at.check("value", value, labelValueProblems);
  if (effect !== "") at.declared.supports("effect", effect, ["NoExecute", "NoSchedule", "None"]);
};

/** Checks the name of an attribute: `name` or `domain/name`. */
export function checkQualifiedName(name: string, at: FieldReport): void {
  const parts = name.split("/");
  if (parts.length === 1) checkIdentifier(name, at);
  if (parts.length !== 2) return;
  const [domain = "", id = ""] = parts;
  if (domain === "") at.invalid("", "the domain must not be empty");
  else checkCsiDriverName(domain, at);
  if (id === "") at.invalid("", "the name must not be empty");
  else checkIdentifier(id, at);
}

/** Checks a name of the form `domain/name`, where the type declares its rules. */
export function checkFullyQualifiedName(name: string, at: FieldReport): void {
  const { declared } = at;
  const [domain = "", id = "", ...more] = name.split("/");
  if (!name.includes("/")) {
    checkIdentifier(name, declared);
    at.invalid(new NamedText(name), NO_DOMAIN, declaredText(name, NO_DOMAIN));
  } else if (more.length === 0) {
    if (domain === "")
      at.invalid("", "the domain must not be empty", declaredText("", "prefix must not be empty"));
    else checkDomain(domain, at);
    if (id === "") at.invalid("", "the name must not be empty", declaredText("", "name must not be empty"));
    else checkIdentifier(id, declared);
  }
}

const NO_DOMAIN = "a fully qualified name must be a domain and a name separated by a slash";

/** Checks the domain of a name. Only declarative validation refuses upper-case letters. */
function checkDomain(domain: string, at: FieldReport): void {
  if (byteLength(domain) > MAX_DOMAIN_BYTES) at.declared.tooLong(MAX_DOMAIN_BYTES);
  const written = dns1123SubdomainProblems(domain.toLowerCase());
  for (const problem of dns1123SubdomainProblems(domain)) {
    const here = written.includes(problem) ? at : at.declaredOnly;
    here.invalid(domain, problem, declaredText(domain, `prefix: ${problem}`));
  }
}

/** Returns the message of an error of declarative validation. */
export const declaredText = (value: unknown, detail: string): string => invalid("", value, detail).message;

/** Checks the name of a pool: one or more parts, such as names of nodes, separated by slashes. */
export function checkPoolName(name: string, at: FieldReport): void {
  if (checkPoolSize(name, at))
    for (const part of name.split("/")) at.problems(part, dns1123SubdomainProblems(part));
}

/** Like `checkPoolName`, where the type declares its rules. */
export function checkDeclaredPool(name: string, at: FieldReport): void {
  if (!checkPoolSize(name, at.declared)) return;
  name.split("/").forEach((part, i) => {
    for (const problem of dns1123SubdomainProblems(part)) {
      const [value, words] = part === "" ? [name, "must not be empty"] : [part, problem];
      at.invalid(part, problem, declaredText(value, `segment ${i}: ${words}`));
    }
  });
}

function checkPoolSize(name: string, at: FieldReport): boolean {
  if (name === "") at.required();
  else if (byteLength(name) > MAX_POOL_BYTES) at.tooLong(MAX_POOL_BYTES);
  return name !== "";
}

/**
 * Checks the conditions of a binding: both types must be present or absent together, and no condition can be
 * of both types.
 */
export const checkBindings: Check<Pick<Device, "bindingConditions" | "bindingFailureConditions">> = (
  bindings,
  at,
) => {
  const { bindingConditions: wanted = [], bindingFailureConditions: failures = [] } = bindings;
  const [wantedAt, failuresAt] = [at.child("bindingConditions"), at.child("bindingFailureConditions")];
  const check = (name: string, here: FieldReport): void => here.problems(name, qualifiedNameProblems(name));
  checkList(wanted, MAX_CONDITIONS, check, wantedAt);
  checkList(failures, MAX_CONDITIONS, check, failuresAt);
  wanted.forEach((name, i) => {
    if (wanted.indexOf(name) < i) wantedAt.index(i).duplicate(name);
  });
  failures.forEach((name, i) => {
    if (failures.indexOf(name) < i) failuresAt.index(i).duplicate(name);
    if (wanted.includes(name))
      failuresAt.index(i).invalid(name, "bindingFailureConditions must not overlap with bindingConditions");
  });
  if (wanted.length === 0 && failures.length > 0)
    wantedAt.invalid(null, "bindingConditions are required to use bindingFailureConditions");
  if (failures.length === 0 && wanted.length > 0)
    failuresAt.invalid(null, "bindingFailureConditions are required to use bindingConditions");
};

function checkIdentifier(id: string, at: FieldReport): void {
  if (byteLength(id) > MAX_ID_BYTES) at.tooLong(MAX_ID_BYTES);
  at.problems(id, cIdentifierProblems(id));
}
