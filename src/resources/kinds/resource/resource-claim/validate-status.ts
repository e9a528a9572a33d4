import { NamedText } from "../../../../api/validation/field-error.ts";
import type { Check, FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength, dns1123LabelProblems } from "../../../../api/validation/name-format.ts";
import { formatIp, isIPv4, parseCidr } from "../../../../go/ip-address.ts";
import { quote } from "../../../../go/quote.ts";
import type { Json } from "../../../../json/value.ts";
import { internalForm } from "../../../../types/go-form/internal-form.ts";
import { sameMeaning } from "../../../../types/same-meaning.ts";
import type {
  AllocationResult as Allocation,
  DeviceRequestAllocationResult as AllocationResult,
  ResourceClaimSpec as ClaimSpec,
  ResourceClaimStatus as ClaimStatus,
  AllocatedDeviceStatus as DeviceStatus,
} from "../../../../types/tables/resource/v1-types.ts";
import { checkNodeSelector } from "../../shared/pod-template/scheduling/affinity.ts";
import { checkConditions } from "../../shared/values/conditions.ts";
import { checkCsiDriverName, checkDeclaredDriver } from "../../shared/volume-sources/source-checks.ts";
import { checkReference, checkReferences, namesOf, type RequestNames } from "../shared/claim.ts";
import {
  checkBindings,
  checkConfiguration,
  checkDeclaredPool,
  checkParameters,
  checkPoolName,
  checkToleration,
  declaredText,
} from "../shared/device-parts.ts";
import { checkList, checkSet } from "../shared/lists.ts";

const MAX_CONSUMERS = 256;

const MAX_RESULTS = 32;

const MAX_CONFIGURATIONS = 64;

const MAX_CONDITIONS = 8;

const MAX_ADDRESSES = 16;

const MAX_INTERFACE_BYTES = 256;

const MAX_HARDWARE_BYTES = 128;

/** Facts about a claim that the check of its status needs. */
export interface ClaimFacts {
  readonly spec: ClaimSpec;
  readonly deleted: boolean;
}

/** Checks the status of a ResourceClaim. An allocation is checked only when it is new. */
export function checkClaimStatus(
  status: ClaimStatus,
  old: ClaimStatus,
  claim: ClaimFacts,
  at: FieldReport,
): void {
  const { reservedFor = [], allocation, devices } = status;
  const path = at.child("reservedFor");
  checkSet(
    reservedFor,
    {
      max: MAX_CONSUMERS,
      check: checkConsumer,
      keyOf: ({ uid = "" }) => uid,
      printed: ({ uid = "" }) => new NamedText(uid),
    },
    path,
    "resource/v1.ResourceClaimConsumerReference",
  );
  const allocated = new Set((allocation?.devices?.results ?? []).map(identityOf));
  const check = (device: DeviceStatus, here: FieldReport): void => checkDeviceStatus(device, allocated, here);
  checkSet(
    devices,
    { check, keyOf: identityOf, printed: printedIdentity },
    at.child("devices"),
    "resource/v1.AllocatedDeviceStatus",
  );
  if (reservedFor.length > 0 && allocation === undefined) {
    path.forbidden("may not be specified when `allocated` is not set");
  } else if (claim.deleted && hasNewConsumers(reservedFor, old.reservedFor ?? [])) {
    path.forbidden(
      "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set",
    );
  }
  if (allocation === undefined) return;
  if (old.allocation === undefined)
    checkAllocation(allocation, namesOf(claim.spec.devices ?? {}), at.child("allocation"));
  else checkSameAllocation(allocation, old.allocation, at.child("allocation"));
}

/** The allocation is kept; declarative validation says so in other words. */
function checkSameAllocation(allocation: Allocation, old: Allocation, at: FieldReport): void {
  if (sameMeaning("resource/v1.AllocationResult", allocation, old)) return;
  at.invalid(
    printedAllocation(allocation),
    "field is immutable",
    declaredText(null, "field cannot be modified once set"),
  );
}

const printedAllocation = (allocation: object): object =>
  internalForm("resource/v1.AllocationResult", allocation);

type Consumers = NonNullable<ClaimStatus["reservedFor"]>;

function checkConsumer({ resource, name, uid }: Consumers[number], at: FieldReport): void {
  at.require("resource", resource);
  at.require("name", name);
  at.require("uid", uid);
}

/** Compares by text, because a client may send tens of thousands of consumers. */
function hasNewConsumers(consumers: Consumers, old: Consumers): boolean {
  const known = new Set(old.map(consumerText));
  return consumers.some((consumer) => !known.has(consumerText(consumer)));
}

/** Returns a text that is equal for equal consumers. */
const consumerText = ({ apiGroup = "", resource = "", name = "", uid = "" }: Consumers[number]): string =>
  JSON.stringify([apiGroup, resource, name, uid]);

/** Identity of a device: driver, pool and name, and the share if several claims use the device. */
type DeviceIdentity = Pick<DeviceStatus, "driver" | "pool" | "device" | "shareID">;

/** Returns a text that is equal for equal shares of the same device. */
export const identityOf = (identity: DeviceIdentity): string => JSON.stringify(printedIdentity(identity));

const printedIdentity = ({ driver = "", pool = "", device = "", shareID = "" }: DeviceIdentity): Json => ({
  Driver: driver,
  Pool: pool,
  Device: device,
  ShareID: shareID,
});

function checkDeviceStatus(device: DeviceStatus, allocated: ReadonlySet<string>, at: FieldReport): void {
  checkCsiDriverName(device.driver ?? "", at.child("driver"));
  checkPoolName(device.pool ?? "", at.child("pool"));
  at.check("device", device.device, dns1123LabelProblems);
  if (device.shareID !== undefined) checkUuid(device.shareID, at.child("shareID"));
  if (!allocated.has(identityOf(device)))
    at.invalid(printedIdentity(device), "must be an allocated device in the claim");
  const conditions = device.conditions ?? [];
  if (conditions.length > MAX_CONDITIONS) at.child("conditions").tooMany(conditions.length, MAX_CONDITIONS);
  checkConditions(conditions, at.child("conditions"));
  if (device.data !== undefined) checkParameters(device.data, false, at.child("data"));
  checkNetwork(device.networkData ?? {}, at.child("networkData"));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const NOT_NORMAL =
  "uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters";

function checkUuid(text: string, at: FieldReport): void {
  if (UUID.test(text)) return;
  const problem = uuidProblem(text);
  at.invalid(
    text,
    problem === undefined ? NOT_NORMAL : `error validating uid: ${problem}`,
    declaredText(text, "must be a lowercase UUID in 8-4-4-4-12 format"),
  );
}

/** Returns the problem of a UUID, in the words of github.com/google/uuid (Validate); undefined if it is valid. */
function uuidProblem(text: string): string | undefined {
  const plain = /^urn:uuid:/i.test(text) && text.length === 45 ? text.slice(9) : text;
  if (text.length === 45 && plain === text) return `invalid urn prefix: ${quote(text.slice(0, 9))}`;
  if (text.length === 38 && !/^\{.*\}$/.test(text)) return "invalid bracketed UUID format";
  const inner = text.length === 38 ? text.slice(1, -1) : plain;
  if (inner.length !== 32 && inner.length !== 36) return `invalid UUID length: ${byteLength(text)}`;
  return /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i.test(inner)
    ? undefined
    : "invalid UUID format";
}

const checkNetwork: Check<NonNullable<DeviceStatus["networkData"]>> = (
  { interfaceName = "", hardwareAddress = "", ips },
  at,
) => {
  const { declared } = at;
  if (byteLength(interfaceName) > MAX_INTERFACE_BYTES)
    declared.child("interfaceName").tooLong(MAX_INTERFACE_BYTES);
  if (byteLength(hardwareAddress) > MAX_HARDWARE_BYTES)
    declared.child("hardwareAddress").tooLong(MAX_HARDWARE_BYTES);
  checkSet(ips, { max: MAX_ADDRESSES, check: checkInterfaceAddress, keyOf: (ip) => ip }, at.child("ips"));
};

/** Checks an address with its prefix length, in the form that Go prints (IsValidInterfaceAddress). */
function checkInterfaceAddress(text: string, at: FieldReport): void {
  const cidr = parseCidr(text);
  if (cidr === undefined) {
    at.invalid(text, "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)");
    return;
  }
  const bits = isIPv4(cidr.ip) && cidr.bits > 32 ? cidr.bits - 96 : cidr.bits;
  const canonical = `${formatIp(cidr.ip)}/${bits}`;
  if (text !== canonical) at.invalid(text, `must be in canonical form (${quote(canonical)})`);
}

function checkAllocation(
  { devices = {}, nodeSelector }: Allocation,
  names: RequestNames,
  at: FieldReport,
): void {
  const path = at.child("devices");
  const ofResult = (result: AllocationResult, here: FieldReport): void => checkResult(result, names, here);
  checkList(devices.results, MAX_RESULTS, ofResult, path.child("results"));
  type Config = NonNullable<typeof devices.config>[number];
  const ofConfig = (config: Config, here: FieldReport): void => {
    here.declared.requireSupported("source", config.source, ["FromClaim", "FromClass"]);
    checkReferences(config.requests, names, here.child("requests"));
    checkConfiguration(config, false, here);
  };
  checkList(devices.config, MAX_CONFIGURATIONS, ofConfig, path.child("config"));
  if (nodeSelector !== undefined) checkNodeSelector(nodeSelector, false, at.child("nodeSelector"));
}

function checkResult(result: AllocationResult, names: RequestNames, at: FieldReport): void {
  checkReference(result.request ?? "", names, at.child("request"));
  checkDeclaredDriver(result.driver ?? "", at.child("driver"));
  checkDeclaredPool(result.pool ?? "", at.child("pool"));
  at.check("device", result.device, dns1123LabelProblems);
  checkBindings(result, at);
  at.eachOf("tolerations", result.tolerations, checkToleration);
  if (result.shareID !== undefined) checkUuid(result.shareID, at.child("shareID"));
}
