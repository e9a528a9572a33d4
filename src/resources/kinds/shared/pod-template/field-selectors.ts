import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import type { ObjectFieldSelector, ResourceFieldSelector } from "../../../../types/tables/core/v1-types.ts";
import { nanos } from "../values/amounts.ts";

/** Fields of a pod that an environment variable can have as its value. */
export const ENV_FIELDS: readonly string[] = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

/** Fields of a pod that a file of a volume can have as its content. */
export const VOLUME_FIELDS: readonly string[] = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];

/** Fields with a known name; some of them are not allowed in all places. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...ENV_FIELDS,
  ...VOLUME_FIELDS,
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.phase",
]);

/** Splits `metadata.labels['app']` into the path and the text in the brackets. */
function splitSubscript(fieldPath: string): readonly [path: string, subscript?: string] {
  const bracket = fieldPath.indexOf("['", 1);
  const hasSubscript = bracket > 0 && fieldPath.endsWith("']") && fieldPath.length >= bracket + 4;
  return hasSubscript ? [fieldPath.slice(0, bracket), fieldPath.slice(bracket + 2, -2)] : [fieldPath];
}

/** Checks fieldRef; `at` is its path. */
export function checkFieldRef(
  selector: ObjectFieldSelector,
  allowed: readonly string[],
  at: FieldReport,
): void {
  const { apiVersion = "", fieldPath = "" } = selector;
  if (!at.require("apiVersion", apiVersion) || !at.require("fieldPath", fieldPath)) return;
  const [path, subscript] = splitSubscript(fieldPath);
  const problem = conversionProblem(apiVersion, fieldPath, path, subscript);
  if (problem !== undefined) {
    at.child("fieldPath").invalid(fieldPath, `error converting fieldPath: ${problem}`);
  } else if (subscript !== undefined) {
    const key = path === "metadata.annotations" ? subscript.toLowerCase() : subscript;
    at.problems(key, qualifiedNameProblems(key));
  } else {
    // Very old clients use the name spec.host.
    const field = path === "spec.host" ? "spec.nodeName" : path;
    if (!allowed.includes(field)) at.child("fieldPath").notSupportedText(field, allowed);
  }
}

function conversionProblem(
  version: string,
  label: string,
  path: string,
  subscript?: string,
): string | undefined {
  if (version !== "v1") return `unsupported pod version: ${version}`;
  if (subscript !== undefined) {
    return path === "metadata.annotations" || path === "metadata.labels"
      ? undefined
      : `field label does not support subscript: ${label}`;
  }
  return KNOWN_FIELDS.has(label) || label === "spec.host" ? undefined : `field label not supported: ${label}`;
}

const RESOURCE_FIELDS: readonly string[] = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];
const isHugePageField = (field: string): boolean => /^(limits|requests)\.hugepages-/.test(field);

/** Checks resourceFieldRef; `at` is its path. In a volume it must name the container. */
export function checkResourceFieldRef(
  selector: ResourceFieldSelector,
  inVolume: boolean,
  at: FieldReport,
): void {
  const { containerName = "", resource = "" } = selector;
  if (inVolume && containerName === "") at.child("containerName").required();
  else if (
    at.require("resource", resource) &&
    !RESOURCE_FIELDS.includes(resource) &&
    !isHugePageField(resource)
  ) {
    at.child("resource").notSupportedText(resource, RESOURCE_FIELDS);
  }
  checkDivisor(resource, selector.divisor, at);
}

const SIZES = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];
const SIZES_SAY = `${SIZES.join(", ")} are supported with the`;

const DIVISORS: ReadonlyMap<string, readonly [values: readonly string[], says: string]> = new Map([
  ["cpu", [["1m", "1"], "1m and 1 are supported with the cpu resource"]],
  ["memory", [SIZES, `${SIZES_SAY} memory resource`]],
  ["ephemeral-storage", [SIZES, `${SIZES_SAY} local ephemeral storage resource`]],
  ["hugepages", [SIZES, `${SIZES_SAY} hugepages resource`]],
]);

function checkDivisor(resource: string, divisor: string | undefined, at: FieldReport): void {
  if (divisor === undefined || nanos(divisor) === 0n) return;
  const known = RESOURCE_FIELDS.includes(resource) || isHugePageField(resource);
  const name = isHugePageField(resource) ? "hugepages" : resource.slice(resource.indexOf(".") + 1);
  const rule = known ? DIVISORS.get(name) : undefined;
  if (rule !== undefined && !rule[0].includes(divisor))
    at.child("divisor").invalid(resource, `only divisor's values ${rule[1]}`);
}
