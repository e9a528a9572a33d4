import { NamedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import type { PodSpec } from "../../../../types/tables/core/v1-types.ts";
import { tryNanos, units } from "../values/amounts.ts";
import type { ResourceList } from "./pod-spec.ts";
import { allContainers } from "./visit-containers.ts";

const CONTAINER: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);
const COUNTED = [
  "pods",
  "resourcequotas",
  "services",
  "replicationcontrollers",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
];
const QUOTA: ReadonlySet<string> = new Set([
  ...CONTAINER,
  "requests.cpu",
  "requests.memory",
  "requests.storage",
  "requests.ephemeral-storage",
  "limits.cpu",
  "limits.memory",
  "limits.ephemeral-storage",
  ...COUNTED,
]);
const STANDARD: ReadonlySet<string> = new Set([...QUOTA, "storage"]);
const INTEGER: ReadonlySet<string> = new Set(COUNTED);
const HUGE_PAGES = "hugepages-";
const REQUESTS = "requests.";

/** True for resources such as `hugepages-2Mi` (IsHugePageResourceName). */
export const isHugePageName = (name: string): boolean => name.startsWith(HUGE_PAGES);
const isQuotaHugePageName = (name: string): boolean =>
  isHugePageName(name) || name.startsWith(REQUESTS + HUGE_PAGES);

/** True for resources of Kubernetes: without a slash, or below kubernetes.io. */
export const isNativeResource = (name: string): boolean =>
  !name.includes("/") || name.includes("kubernetes.io/");

/** True for resources whose limits may exceed their requests: native ones other than huge pages. */
export const isOvercommitAllowed = (name: string): boolean => isNativeResource(name) && !isHugePageName(name);

/** True for resources outside of kubernetes.io, such as `example.com/gpu` (IsExtendedResourceName). */
function isExtendedResource(name: string): boolean {
  if (isNativeResource(name) || name.startsWith(REQUESTS)) return false;
  return qualifiedNameProblems(REQUESTS + name).length === 0;
}

/** True for resources without a domain that a quota can limit (IsStandardQuotaResourceName). */
export const isStandardQuotaResource = (name: string): boolean =>
  QUOTA.has(name) || isQuotaHugePageName(name);

/** True for resources that are counted in whole units. */
export const isIntegerResource = (name: string): boolean => INTEGER.has(name) || isExtendedResource(name);

/** Checks that a name is a qualified name, or a standard name if it has no domain; returns true if it is valid. */
export function checkResourceName(name: string, at: FieldReport): boolean {
  const problems = qualifiedNameProblems(name);
  at.problems(new NamedText(name), problems);
  if (problems.length > 0) return false;
  if (name.includes("/") || STANDARD.has(name) || isQuotaHugePageName(name)) return true;
  at.invalid(new NamedText(name), "must be a standard resource type or fully qualified");
  return false;
}

/** Checks the name of a resource of a container (validateContainerResourceName). */
export function checkContainerResourceName(name: string, at: FieldReport): void {
  if (CONTAINER.has(name)) return;
  checkResourceName(name, at);
  if (!name.includes("/")) {
    if (!isHugePageName(name)) at.invalid(new NamedText(name), "must be a standard resource for containers");
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    at.invalid(new NamedText(name), "doesn't follow extended resource name standard");
  }
}

/** Checks the name of a pod-level resource. */
export function checkPodResourceName(name: string, at: FieldReport): void {
  if (!checkResourceName(name, at)) return;
  if (name === "cpu" || name === "memory" || isHugePageName(name)) return;
  at.notSupported(name, ["cpu", HUGE_PAGES, "memory"]);
}

/** Checks the name of a resource of a quota (ValidateResourceQuotaResourceName). */
export function checkQuotaResourceName(name: string, at: FieldReport): void {
  checkResourceName(name, at);
  if (!name.includes("/") && !isStandardQuotaResource(name))
    at.invalid(new NamedText(name), "must be a standard resource for quota");
}

const NANO = 1_000_000_000n;

/** True if the amount is a whole number of pages of the size in the name. */
export function isHugePageMultiple(name: string, quantity: string): boolean {
  const size = tryNanos(name.slice(HUGE_PAGES.length));
  if (size === undefined || size <= 0n || size % NANO !== 0n) return false;
  return units(quantity) % (size / NANO) === 0n;
}

/** True if a stored spec has amounts of huge pages that are no longer allowed in new objects. */
export function hasIndivisibleHugePages(spec: PodSpec): boolean {
  const lists = allContainers(spec).flatMap((c) => [c.resources?.limits, c.resources?.requests]);
  return [...lists, spec.overhead].some(hasIndivisible);
}

const hasIndivisible = (list: ResourceList | undefined): boolean =>
  Object.entries(list ?? {}).some(
    ([name, quantity]) => isHugePageName(name) && !isHugePageMultiple(name, quantity),
  );
