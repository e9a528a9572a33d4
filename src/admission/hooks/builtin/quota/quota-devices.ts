import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { compareQuantities, type Quantity, subtractQuantities } from "../../../../api/quantity/quantity.ts";
import { type JsonObject, record, records, text } from "../../../../json/value.ts";
import type { Lookup } from "../../../ports.ts";
import { addLists, type ResourceList, ZERO } from "../resource-list.ts";
import { isExtendedQuota, OF_CLASS, REQUESTS } from "./extended-resource.ts";
import { podOfClaim } from "./pod-of-claim.ts";
import { number, ONE, type QuotaEvaluator } from "./quota-evaluator.ts";
import { podUsage } from "./quota-pods.ts";

const REQUESTS_OF_CLASS = REQUESTS + OF_CLASS;
const DEVICES_SUFFIX = ".deviceclass.resource.k8s.io/devices";
const DEVICE_CLAIM_COUNT = "count/resourceclaims.resource.k8s.io";
/** Maximum number of devices for one claim, which is also the count of `All`. */
const MOST_DEVICES = 32;

/**
 * Quota evaluation of device claims, by device class
 * (kubernetes/pkg/quota/v1/evaluator/core/resource_claims.go).
 */
export const DEVICE_CLAIMS: QuotaEvaluator = {
  handles: ({ operation, subresource }) =>
    subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  counts: (name) => name === DEVICE_CLAIM_COUNT || name.endsWith(DEVICES_SUFFIX),
  usage: (claim) =>
    records(record(specOf(claim).devices).requests)
      .map(requestedDevices)
      .reduce(addLists, new Map([[DEVICE_CLAIM_COUNT, ONE]])),
};

/**
 * Quota evaluation of device claims if devices are extended resources too: by the resource name that their
 * class has, and by the name of the class.
 */
export function extendedDeviceClaims(lookup: Lookup, namespace: string): QuotaEvaluator {
  const classes = lookup.list("resource.k8s.io", "deviceclasses");
  const names = new Map(classes.map((one) => [one.metadata.name ?? "", extendedName(one)]));
  const claims = lookup.list("resource.k8s.io", "resourceclaims", namespace);
  const pods = lookup.list("", "pods", namespace);
  const named = new Set([...names.values()].map((name) => REQUESTS + name));
  return {
    ...DEVICE_CLAIMS,
    counts: (name) =>
      DEVICE_CLAIMS.counts(name) ||
      (name.startsWith(REQUESTS_OF_CLASS) && names.has(name.slice(REQUESTS_OF_CLASS.length))) ||
      (isExtendedQuota(name) && named.has(name)),
    usage: (claim, now) => {
      const pod = podOfClaim(claim, pods, claims);
      const counted = pod === undefined ? new Map<string, Quantity>() : podUsage(pod, now);
      return withExtended(DEVICE_CLAIMS.usage(claim, now), names, counted);
    },
  };
}

const extendedName = (deviceClass: KubeObject): string => text(specOf(deviceClass).extendedResourceName);

/**
 * Adds devices under their names as extended resources, without the amounts that the pod that owns the claim
 * is charged for.
 */
function withExtended(
  usage: ResourceList,
  names: ReadonlyMap<string, string>,
  counted: ResourceList,
): ResourceList {
  const extended = new Map<string, Quantity>();
  for (const [name, amount] of usage) {
    if (!name.endsWith(DEVICES_SUFFIX)) continue;
    const className = name.slice(0, -DEVICES_SUFFIX.length);
    const given = names.get(className) ?? "";
    extended.set(REQUESTS_OF_CLASS + className, amount);
    if (given !== "") extended.set(REQUESTS + given, amount);
  }
  const all = new Map(usage);
  for (const [name, amount] of extended) {
    const rest = subtractQuantities(amount, counted.get(name) ?? ZERO);
    if (compareQuantities(rest, ZERO) > 0) all.set(name, rest);
  }
  return all;
}

/** Returns the devices of a request. Of several alternatives, the largest number for each class counts. */
function requestedDevices({ exactly, firstAvailable }: JsonObject): ResourceList {
  const alternatives = records(firstAvailable);
  const devices = new Map<string, Quantity>();
  for (const one of alternatives.length > 0 ? alternatives : [record(exactly)]) {
    const name = `${text(one.deviceClassName)}${DEVICES_SUFFIX}`;
    const amount = number(deviceCount(one));
    if (compareQuantities(amount, devices.get(name) ?? ZERO) > 0) devices.set(name, amount);
  }
  return devices;
}

function deviceCount({ allocationMode, count }: JsonObject): number {
  if (allocationMode === "All") return MOST_DEVICES;
  return allocationMode === "ExactCount" && typeof count === "number" ? count : 0;
}
