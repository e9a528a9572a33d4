import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { compareQuantities, type Quantity, wholeUnits } from "../../../../api/quantity/quantity.ts";
import { type JsonObject, record, text } from "../../../../json/value.ts";
import { type ResourceList, resourceList } from "../resource-list.ts";
import { nameInScope, ONE, type QuotaEvaluator } from "./quota-evaluator.ts";

const CLASS_SUFFIX = ".storageclass.storage.k8s.io/";
const CLAIM_NAMES: ReadonlySet<string> = new Set([
  "count/persistentvolumeclaims",
  "persistentvolumeclaims",
  "requests.storage",
]);

/**
 * Quota evaluation of volume claims. Updates of their status are evaluated too: a volume can be larger than
 * its claim requests now.
 */
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

/** Returns the requested storage, or the allocated storage if that is larger, in whole bytes. */
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

/** Returns the classes that a claim has, had, or is about to have. */
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
