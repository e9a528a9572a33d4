import { type ContainerAmounts, podRequirements } from "../../../../api/pods/pod-requirements.ts";
import { compareQuantities, type Quantity } from "../../../../api/quantity/quantity.ts";
import { type JsonObject, record, records, text } from "../../../../json/value.ts";
import { addLists, type ResourceList, resourceList } from "../resource-list.ts";

type Side = "limits" | "requests";
type AmountsOf = (container: JsonObject) => ResourceList;

const specified =
  (side: Side): AmountsOf =>
  ({ resources }) =>
    resourceList(record(resources)[side]);

const isProcessorOrMemory = (name: string): boolean => name === "cpu" || name === "memory";
const isPodLevel = (name: string): boolean => isProcessorOrMemory(name) || name.startsWith("hugepages-");

/**
 * Returns the amounts that a LimitRange bounds: the sum for the containers of a pod by its spec; cpu and
 * memory of the whole pod have precedence (kubernetes/plugin/pkg/admission/limitranger/admission.go,
 * podRequests and podLimits).
 */
export const boundedAmounts = (spec: JsonObject, side: Side): ResourceList =>
  withPodLevel(together(spec, side), spec, side, isProcessorOrMemory);

/**
 * Returns the requests of a pod with its overhead, by its spec (component-helpers/resource/helpers.go,
 * PodRequests).
 */
export function podRequests(spec: JsonObject, running?: AmountsOf): ResourceList {
  const total = withPodLevel(together(spec, "requests", running), spec, "requests", isPodLevel);
  return addLists(total, resourceList(spec.overhead));
}

/**
 * Returns the same, but with the amounts in the status of containers that are being resized
 * (UseStatusResources).
 */
export const requestsWithStatus = (spec: JsonObject, status: JsonObject): ResourceList =>
  podRequests(spec, effective("requests", status, ["resources", "allocatedResources"]));

/**
 * Returns the limits of a pod. Its overhead is added to resources with a limit (PodLimits,
 * UseStatusResources).
 */
export function limitsWithStatus(spec: JsonObject, status: JsonObject): ResourceList {
  const limits = together(spec, "limits", effective("limits", status, ["resources"]));
  const total = withPodLevel(limits, spec, "limits", isPodLevel);
  const isLimited = ([name]: readonly [string, Quantity]): boolean => (total.get(name)?.digits ?? 0n) !== 0n;
  return addLists(total, new Map([...resourceList(spec.overhead)].filter(isLimited)));
}

/**
 * Sums up the containers of a pod. `running`: returns the amounts of containers that can be resized; other
 * init containers end before the pod runs.
 */
function together(spec: JsonObject, side: Side, running = specified(side)): Map<string, Quantity> {
  const isSidecar = ({ restartPolicy }: JsonObject): boolean => restartPolicy === "Always";
  const starting = (container: JsonObject): ContainerAmounts => ({
    amounts: isSidecar(container) ? running(container) : specified(side)(container),
    sidecar: isSidecar(container),
  });
  return podRequirements(
    records(spec.containers).map((container) => ({ amounts: running(container), sidecar: false })),
    records(spec.initContainers).map(starting),
  );
}

function withPodLevel(
  total: Map<string, Quantity>,
  spec: JsonObject,
  side: Side,
  isKnown: (name: string) => boolean,
): Map<string, Quantity> {
  for (const [name, amount] of specified(side)(spec)) if (isKnown(name)) total.set(name, amount);
  return total;
}

/** Returns the largest of the requested, used and allocated amounts. A request that is infeasible is ignored. */
function effective(
  side: Side,
  status: JsonObject,
  from: readonly ("allocatedResources" | "resources")[],
): AmountsOf {
  const statuses = new Map(
    [...records(status.containerStatuses), ...records(status.initContainerStatuses)].map((one) => [
      text(one.name),
      one,
    ]),
  );
  const pending = records(status.conditions).find(({ type }) => type === "PodResizePending");
  const isInfeasible = pending?.reason === "Infeasible";
  return (container) => {
    const known = statuses.get(text(container.name));
    const asked = specified(side)(container);
    if (known?.resources === undefined || known.resources === null) return asked;
    const used = from.map((field) =>
      resourceList(field === "resources" ? record(known.resources)[side] : known.allocatedResources),
    );
    return most(isInfeasible ? used : [asked, ...used]);
  };
}

function most(lists: readonly ResourceList[]): ResourceList {
  const all = new Map<string, Quantity>();
  for (const [name, amount] of lists.flatMap((list) => [...list])) {
    const known = all.get(name);
    if (known === undefined || compareQuantities(amount, known) > 0) all.set(name, amount);
  }
  return all;
}
