// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Json } from "../../../json/value.ts";
import type { NodeSelector } from "../core/v1-types.ts";
import type { Condition } from "../meta/v1-types.ts";

export type AllocatedDeviceStatus = {
  driver?: string | undefined;
  pool?: string | undefined;
  device?: string | undefined;
  shareID?: string | undefined;
  conditions?: Condition[] | null | undefined;
  data?: Json | undefined;
  networkData?: NetworkDeviceData | undefined;
};

export type AllocationResult = {
  devices?: DeviceAllocationResult | undefined;
  nodeSelector?: NodeSelector | undefined;
  allocationTimestamp?: string | undefined;
};

export type CELDeviceSelector = {
  expression?: string | undefined;
};

export type CapacityRequestPolicy = {
  default?: string | null | undefined;
  validValues?: string[] | undefined;
  validRange?: CapacityRequestPolicyRange | undefined;
};

export type CapacityRequestPolicyRange = {
  min?: string | undefined;
  max?: string | undefined;
  step?: string | undefined;
};

export type CapacityRequirements = {
  requests?: { [key: string]: string } | undefined;
};

export type Counter = {
  value?: string | undefined;
};

export type CounterSet = {
  name?: string | undefined;
  counters?: { [key: string]: Counter } | undefined;
};

export type Device = {
  name?: string | undefined;
  attributes?: { [key: string]: DeviceAttribute } | undefined;
  capacity?: { [key: string]: DeviceCapacity } | undefined;
  consumesCounters?: DeviceCounterConsumption[] | undefined;
  nodeName?: string | undefined;
  nodeSelector?: NodeSelector | undefined;
  allNodes?: boolean | undefined;
  taints?: DeviceTaint[] | undefined;
  bindsToNode?: boolean | undefined;
  bindingConditions?: string[] | undefined;
  bindingFailureConditions?: string[] | undefined;
  allowMultipleAllocations?: boolean | undefined;
  nodeAllocatableResources?: { [key: string]: NodeAllocatableResource } | undefined;
};

export type DeviceAllocationConfiguration = {
  source?: string | undefined;
  requests?: string[] | undefined;
  opaque?: OpaqueDeviceConfiguration | undefined;
};

export type DeviceAllocationResult = {
  results?: DeviceRequestAllocationResult[] | undefined;
  config?: DeviceAllocationConfiguration[] | undefined;
};

export type DeviceAttribute = {
  int?: number | undefined;
  bool?: boolean | undefined;
  string?: string | undefined;
  version?: string | undefined;
  ints?: number[] | undefined;
  bools?: boolean[] | undefined;
  strings?: string[] | undefined;
  versions?: string[] | undefined;
};

export type DeviceCapacity = {
  value?: string | undefined;
  requestPolicy?: CapacityRequestPolicy | undefined;
};

export type DeviceClaim = {
  requests?: DeviceRequest[] | null | undefined;
  constraints?: DeviceConstraint[] | undefined;
  config?: DeviceClaimConfiguration[] | undefined;
};

export type DeviceClaimConfiguration = {
  requests?: string[] | undefined;
  opaque?: OpaqueDeviceConfiguration | undefined;
};

export type DeviceClassConfiguration = {
  opaque?: OpaqueDeviceConfiguration | undefined;
};

export type DeviceClassSpec = {
  selectors?: DeviceSelector[] | undefined;
  config?: DeviceClassConfiguration[] | undefined;
  extendedResourceName?: string | undefined;
};

export type DeviceConfiguration = {
  opaque?: OpaqueDeviceConfiguration | undefined;
};

export type DeviceConstraint = {
  requests?: string[] | undefined;
  matchAttribute?: string | undefined;
  distinctAttribute?: string | undefined;
};

export type DeviceCounterConsumption = {
  counterSet?: string | undefined;
  counters?: { [key: string]: Counter } | undefined;
  compatibilityGroups?: string[] | undefined;
};

export type DeviceDerivedAttribute = {
  name?: string | undefined;
  expression?: string | undefined;
};

export type DeviceRequest = {
  name?: string | undefined;
  exactly?: ExactDeviceRequest | undefined;
  firstAvailable?: DeviceSubRequest[] | undefined;
};

export type DeviceRequestAllocationResult = {
  request?: string | undefined;
  driver?: string | undefined;
  pool?: string | undefined;
  device?: string | undefined;
  adminAccess?: boolean | undefined;
  tolerations?: DeviceToleration[] | undefined;
  bindingConditions?: string[] | undefined;
  bindingFailureConditions?: string[] | undefined;
  shareID?: string | undefined;
  consumedCapacity?: { [key: string]: string } | undefined;
  skipNodeOperations?: string[] | undefined;
};

export type DeviceSelector = {
  cel?: CELDeviceSelector | undefined;
};

export type DeviceSubRequest = {
  name?: string | undefined;
  deviceClassName?: string | undefined;
  selectors?: DeviceSelector[] | undefined;
  allocationMode?: string | undefined;
  count?: number | undefined;
  tolerations?: DeviceToleration[] | undefined;
  capacity?: CapacityRequirements | undefined;
  derivedAttributes?: DeviceDerivedAttribute[] | undefined;
};

export type DeviceTaint = {
  key?: string | undefined;
  value?: string | undefined;
  effect?: string | undefined;
  timeAdded?: string | undefined;
};

export type DeviceTaintRuleSpec = {
  deviceSelector?: DeviceTaintSelector | undefined;
  taint?: DeviceTaint | undefined;
};

export type DeviceTaintRuleStatus = {
  conditions?: Condition[] | undefined;
};

export type DeviceTaintSelector = {
  driver?: string | undefined;
  pool?: string | undefined;
  device?: string | undefined;
};

export type DeviceToleration = {
  key?: string | undefined;
  operator?: string | undefined;
  value?: string | undefined;
  effect?: string | undefined;
  tolerationSeconds?: number | undefined;
};

export type ExactDeviceRequest = {
  deviceClassName?: string | undefined;
  selectors?: DeviceSelector[] | undefined;
  allocationMode?: string | undefined;
  count?: number | undefined;
  adminAccess?: boolean | undefined;
  tolerations?: DeviceToleration[] | undefined;
  capacity?: CapacityRequirements | undefined;
  derivedAttributes?: DeviceDerivedAttribute[] | undefined;
};

export type NetworkDeviceData = {
  interfaceName?: string | undefined;
  ips?: string[] | undefined;
  hardwareAddress?: string | undefined;
};

export type NodeAllocatableMapping = {
  capacityKey?: string | undefined;
  capacityMultiplier?: string | undefined;
  deviceMultiplier?: string | undefined;
};

export type NodeAllocatableOverhead = {
  perPod?: string | undefined;
  perContainer?: string | undefined;
};

export type NodeAllocatableResource = {
  mapping?: NodeAllocatableMapping | undefined;
  overhead?: NodeAllocatableOverhead | undefined;
};

export type OpaqueDeviceConfiguration = {
  driver?: string | undefined;
  parameters?: Json | undefined;
};

export type ResourceClaimConsumerReference = {
  apiGroup?: string | undefined;
  resource?: string | undefined;
  name?: string | undefined;
  uid?: string | undefined;
};

export type ResourceClaimSpec = {
  devices?: DeviceClaim | undefined;
};

export type ResourceClaimStatus = {
  allocation?: AllocationResult | undefined;
  reservedFor?: ResourceClaimConsumerReference[] | undefined;
  devices?: AllocatedDeviceStatus[] | undefined;
};

export type ResourceClaimTemplateSpec = {
  metadata: ObjectMeta;
  spec?: ResourceClaimSpec | undefined;
};

export type ResourcePool = {
  name?: string | undefined;
  generation?: number | undefined;
  resourceSliceCount?: number | undefined;
};

export type ResourceSliceSpec = {
  driver?: string | undefined;
  pool?: ResourcePool | undefined;
  nodeName?: string | undefined;
  nodeSelector?: NodeSelector | undefined;
  allNodes?: boolean | undefined;
  devices?: Device[] | undefined;
  perDeviceNodeSelection?: boolean | undefined;
  sharedCounters?: CounterSet[] | undefined;
  partitionTypeAttribute?: string | undefined;
  skipNodeOperations?: string[] | undefined;
};
