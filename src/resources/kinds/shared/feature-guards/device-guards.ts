import { type FieldGuard, fieldGuard } from "../../../define/field-guard.ts";

const requests = (path: string, name: string): string[] => [
  `${path}.devices.requests[].exactly.${name}`,
  `${path}.devices.requests[].firstAvailable[].${name}`,
];

const capacity = (path: string): string[] => [
  `${path}.devices.constraints[].distinctAttribute`,
  ...requests(path, "capacity"),
];

/** Guards of the claim spec at this path (kubernetes/pkg/api/resourceclaimspec/util.go). */
export const claimSpecGuards = (path: string): readonly FieldGuard[] => [
  fieldGuard("DRADeviceTaints", requests(path, "tolerations")),
  fieldGuard("DRAConsumableCapacity", capacity(path)),
];

const RESULTS = "status.allocation.devices.results[]";

/** Guards of kubernetes/pkg/registry/resource/resourceclaim/strategy.go, dropDisabledStatusFields. */
export const claimStatusGuards = (): readonly FieldGuard[] => [
  fieldGuard(
    "DRAConsumableCapacity",
    [`${RESULTS}.shareID`, `${RESULTS}.consumedCapacity`, "status.devices[].shareID"],
    capacity("spec"),
  ),
  fieldGuard("DRADeviceBindingConditions", [
    `${RESULTS}.bindingConditions`,
    `${RESULTS}.bindingFailureConditions`,
  ]),
];

const device = (...names: string[]): string[] => names.map((name) => `spec.devices[].${name}`);

/** Guards of kubernetes/pkg/registry/resource/resourceslice/strategy.go, dropDisabledFields. */
export const sliceGuards = (): readonly FieldGuard[] => [
  fieldGuard("DRADeviceTaints", device("taints")),
  fieldGuard("DRAPartitionableDevices", [
    "spec.sharedCounters",
    "spec.perDeviceNodeSelection",
    ...device("consumesCounters", "nodeName", "nodeSelector", "allNodes"),
  ]),
  fieldGuard(
    "DRADeviceBindingConditions",
    device("bindingConditions", "bindingFailureConditions", "bindsToNode"),
  ),
  fieldGuard("DRAConsumableCapacity", device("allowMultipleAllocations", "capacity{}.requestPolicy")),
];

/** Fields of slices that belong to features which are off in 1.37. */
export const SLICE_FIELDS_OFF: readonly FieldGuard[] = [
  fieldGuard("DRADeviceCompatibilityGroups", device("consumesCounters[].compatibilityGroups")),
  fieldGuard("DRANodeAllocatableResources", device("nodeAllocatableResources")),
  fieldGuard(
    "DRAListTypeAttributes",
    ["bools", "ints", "strings", "versions"].map((list) => `spec.devices[].attributes{}.${list}`),
  ),
  fieldGuard("DRAPartitionableDevicesType", ["spec.partitionTypeAttribute"]),
  fieldGuard("DRAOptionalNodeOperations", ["spec.skipNodeOperations"]),
];

/** The same of the claim spec at this path. */
export const claimFieldsOff = (path: string): readonly FieldGuard[] => [
  fieldGuard("DRADerivedAttributes", requests(path, "derivedAttributes")),
];

/** The same of the status of claims. */
export const CLAIM_STATUS_OFF: readonly FieldGuard[] = [
  fieldGuard("DRAOptionalNodeOperations", [`${RESULTS}.skipNodeOperations`]),
];
