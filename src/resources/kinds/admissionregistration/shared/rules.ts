import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { NamedRuleWithOperations as RuleWithOperations } from "../../../../types/tables/admissionregistration/v1-types.ts";

const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];

const SCOPES = ["*", "Cluster", "Namespaced"];

/**
 * Checks one rule of a webhook or a policy
 * (kubernetes/pkg/apis/admissionregistration/validation/validation.go, validateRuleWithOperations), with
 * subresources.
 */
export function checkRule(rule: RuleWithOperations, at: FieldReport): void {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  checkWildcardList(operations, "operations", at.child("operations"));
  operations.forEach((operation, i) => {
    if (!OPERATIONS.includes(operation)) at.child("operations").index(i).notSupported(operation, OPERATIONS);
  });
  checkWildcardList(apiGroups, "API groups", at.child("apiGroups"));
  checkWildcardList(apiVersions, "API versions", at.child("apiVersions"));
  apiVersions.forEach((version, i) => {
    if (version === "") at.child("apiVersions").index(i).required();
  });
  checkResources(resources, at.child("resources"));
  if (scope !== undefined && !SCOPES.includes(scope)) at.child("scope").notSupported(scope, SCOPES);
}

function checkWildcardList(list: readonly string[], what: string, at: FieldReport): void {
  if (list.length === 0) at.required();
  if (list.length > 1 && list.includes("*"))
    at.invalid(list, `if '*' is present, must not specify other ${what}`);
}

/**
 * Checks resources such as `pods`, `pods/status`, `pods/*`, and entries with a wildcard on either side of the
 * slash. Refuses only entries that an earlier entry already covers.
 */
function checkResources(resources: readonly string[], at: FieldReport): void {
  if (resources.length === 0) at.required();
  const wholeResources = new Set<string>();
  const wholeSubresources = new Set<string>();
  // The last entry without a slash decides, so the order matters. This is a peculiarity of the reference.
  let plain = false;
  resources.forEach((entry, i) => {
    const slash = entry.indexOf("/");
    if (entry === "") at.index(i).required();
    else if (slash < 0) plain = entry !== "*";
    else checkSubresource(entry, slash, wholeResources, wholeSubresources, at.index(i));
  });
  if (resources.length > 1 && resources.includes("*/*"))
    at.invalid(resources, "if '*/*' is present, must not specify other resources");
  if (resources.includes("*") && plain)
    at.invalid(resources, "if '*' is present, must not specify other resources without subresources");
}

function checkSubresource(
  entry: string,
  slash: number,
  wholeResources: Set<string>,
  wholeSubresources: Set<string>,
  at: FieldReport,
): void {
  const resource = entry.slice(0, slash);
  const subresource = entry.slice(slash + 1);
  if (wholeResources.has(resource))
    at.invalid(entry, `if '${resource}/*' is present, must not specify ${entry}`);
  if (wholeSubresources.has(subresource))
    at.invalid(entry, `if '*/${subresource}' is present, must not specify ${entry}`);
  if (subresource === "*") wholeResources.add(resource);
  if (resource === "*") wholeSubresources.add(subresource);
}
