import { type ContainerAmounts, podRequirements } from "../../../../api/pods/pod-requirements.ts";
import { formatQuantity, parseQuantity, type Quantity } from "../../../../api/quantity/quantity.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { isEmptyMap, part, parts, unset } from "../../../define/fill.ts";
import { nanos } from "../../shared/values/amounts.ts";

const isHugePage = (name: string): boolean => name.startsWith("hugepages-");

const isSupported = (name: string): boolean => name === "cpu" || name === "memory" || isHugePage(name);

type Spec = JsonObject;

/** Resources of the pod, with copies of both lists. */
interface Filling {
  readonly limits: JsonObject;
  readonly requests: JsonObject;
}

/**
 * Fills in the resources of the pod itself (kubernetes/pkg/api/pod/util.go, DefaultPodLevelResources): limits of huge pages
 * and requests from the containers, other requests from the limits, and limits that all containers have. It runs after
 * mutating admission, which may add containers.
 */
export function fillPodResources(spec: Spec): void {
  const filling = startFilling(spec);
  if (filling === undefined) return;
  fillHugePages(spec, filling);
  fillRequests(spec, filling);
  fillLimits(spec, filling);
  store(spec, filling);
}

/**
 * The same as a default, without the gate PodLevelResourcesFixDefaulting (kubernetes/pkg/apis/core/v1/defaults.go): only for
 * pods that have limits then.
 */
export function fillResourcesEarly(spec: Spec): void {
  const filling = startFilling(spec);
  if (filling === undefined) return;
  fillHugePages(spec, filling);
  if (isEmptyMap(filling.limits)) return;
  fillRequests(spec, filling);
  store(spec, filling);
}

function startFilling(spec: Spec): Filling | undefined {
  const resources = part(spec, "resources");
  const [limits, requests] = [part(resources, "limits"), part(resources, "requests")];
  return isEmptyMap(limits) && isEmptyMap(requests)
    ? undefined
    : { limits: { ...limits }, requests: { ...requests } };
}

function store(spec: Spec, { limits, requests }: Filling): void {
  const resources = part(spec, "resources");
  if (resources === undefined) return;
  if (!isEmptyMap(limits)) resources.limits = limits;
  if (!isEmptyMap(requests)) resources.requests = requests;
}

function fillHugePages(spec: Spec, { limits, requests }: Filling): void {
  for (const [name, value] of Object.entries(aggregateRequirements(spec, "limits")))
    if (isHugePage(name) && requests[name] === undefined) unset(limits, name, value);
}

function fillRequests(spec: Spec, { limits, requests }: Filling): void {
  for (const [name, value] of Object.entries(aggregateRequirements(spec, "requests")))
    if (name === "cpu" || name === "memory") unset(requests, name, value);
  for (const name in limits) if (isSupported(name)) unset(requests, name, limits[name] ?? null);
}

/** Sets limits to the sum of the limits of the containers, or to the request if that is greater. */
function fillLimits(spec: Spec, { limits, requests }: Filling): void {
  const containers = ["containers", "initContainers", "ephemeralContainers"].flatMap((list) =>
    parts(spec, list),
  );
  const haveAll = (name: string): boolean =>
    containers.every((container) => part(part(container, "resources"), "limits")?.[name] !== undefined);
  const names = Object.keys(requests).filter(
    (name) => isSupported(name) && limits[name] === undefined && haveAll(name),
  );
  if (names.length === 0) return;
  const sums = aggregateRequirements(spec, "limits");
  for (const name of names) {
    const [sum, request] = [sums[name], requests[name]];
    if (sum === undefined || typeof request !== "string") continue;
    limits[name] = nanos(request) > nanos(sum) ? request : sum;
  }
}

/** Returns the total resources of all containers of a pod, as canonical texts by resource. */
function aggregateRequirements(spec: JsonObject, side: "limits" | "requests"): Record<string, string> {
  const of = (list: string): ContainerAmounts[] =>
    parts(spec, list).map((container) => ({
      amounts: amountsOf(container, side),
      sidecar: container.restartPolicy === "Always",
    }));
  const total = podRequirements(of("containers"), of("initContainers"));
  return Object.fromEntries([...total].map(([name, amount]) => [name, formatQuantity(amount)]));
}

function amountsOf(container: JsonObject, side: "limits" | "requests"): Map<string, Quantity> {
  const amounts = new Map<string, Quantity>();
  for (const [name, text] of Object.entries(part(part(container, "resources"), side) ?? {})) {
    if (typeof text === "string") amounts.set(name, parseQuantity(text));
  }
  return amounts;
}
