import { type JsonObject, record, records, text } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { compareQuantities, type Quantity, wholeUnits } from "../../../api/quantity.ts";
import { specOf } from "./fields.ts";
import { nameInScope, number, ONE, type QuotaEvaluator } from "./quota-evaluator.ts";
import { addLists, type ResourceList, resourceList, ZERO } from "./resource-list.ts";

const CLASS_SUFFIX = ".storageclass.storage.k8s.io/";
const CLAIM_NAMES: ReadonlySet<string> = new Set([
  "count/persistentvolumeclaims",
  "persistentvolumeclaims",
  "requests.storage",
]);

/** Claims of storage. Their status counts, too: a volume may grow further than its claim asks for now. */
export const CLAIMS: QuotaEvaluator = {
  handles: ({ operation, subresource }) =>
    subresource === "status" || (subresource === "" && (operation === "CREATE" || operation === "UPDATE")),
  counts: (name) =>
    CLAIM_NAMES.has(name) ||
    name.endsWith(`${CLASS_SUFFIX}persistentvolumeclaims`) ||
    name.endsWith(`${CLASS_SUFFIX}requests.storage`),
  usage: claimUsage,
  inScope: (scope, claim) =>
    scope.scopeName === "VolumeAttributesClass" && attributesInScope(scope, attributesClasses(claim)),
};

function claimUsage(claim: KubeObject): ResourceList {
  const className =
    claim.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] ??
    text(specOf(claim).storageClassName);
  const usage = new Map([
    ["persistentvolumeclaims", ONE],
    ["count/persistentvolumeclaims", ONE],
  ]);
  if (className !== "") usage.set(`${className}${CLASS_SUFFIX}persistentvolumeclaims`, ONE);
  const storage = storageOf(claim);
  if (storage !== undefined) usage.set("requests.storage", storage);
  if (storage !== undefined && className !== "")
    usage.set(`${className}${CLASS_SUFFIX}requests.storage`, storage);
  return usage;
}

/** What is asked for, or allocated already where that is more, in whole bytes. */
function storageOf(claim: KubeObject): Quantity | undefined {
  const asked = resourceList(record(specOf(claim).resources).requests).get("storage");
  if (asked === undefined) return undefined;
  const whole = roundedUp(asked);
  const allocated = resourceList(record(claim.status).allocatedResources).get("storage");
  return allocated !== undefined && compareQuantities(allocated, whole) > 0 ? roundedUp(allocated) : whole;
}

function roundedUp(amount: Quantity): Quantity {
  if (amount.exponent >= 0) return amount;
  const whole = { ...amount, digits: wholeUnits(amount), exponent: 0, text: undefined };
  return compareQuantities(whole, amount) === 0 ? amount : whole;
}

/** The classes that a claim has, had, or is about to have. */
function attributesClasses(claim: KubeObject): ReadonlySet<string> {
  const status = record(claim.status);
  const names = [
    specOf(claim).volumeAttributesClassName,
    status.currentVolumeAttributesClassName,
    record(status.modifyVolumeStatus).targetVolumeAttributesClassName,
  ];
  return new Set(names.map(text).filter((name) => name !== ""));
}

const attributesInScope = (scope: JsonObject, names: ReadonlySet<string>): boolean =>
  [...(names.size === 0 ? [""] : names)].some((name) => nameInScope(scope, name));

const DEVICES_SUFFIX = ".deviceclass.resource.k8s.io/devices";
const DEVICE_CLAIM_COUNT = "count/resourceclaims.resource.k8s.io";
/** The most devices that one claim is given: what `All` counts as. */
const MOST_DEVICES = 32;

/** Claims of devices, by the class of the devices. */
export const DEVICE_CLAIMS: QuotaEvaluator = {
  handles: ({ operation, subresource }) =>
    subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  counts: (name) => name === DEVICE_CLAIM_COUNT || name.endsWith(DEVICES_SUFFIX),
  usage: (claim) =>
    records(record(specOf(claim).devices).requests)
      .map(requestedDevices)
      .reduce(addLists, new Map([[DEVICE_CLAIM_COUNT, ONE]])),
};

/** Of several alternatives the most of each class counts. */
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
