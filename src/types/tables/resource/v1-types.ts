// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Json } from "../../../json/value.ts";
import type { Optional } from "../../optional.ts";
import type { NodeSelector } from "../core/v1-types.ts";
import type { Condition } from "../meta/v1-types.ts";

export type AllocatedDeviceStatus = Optional<{
  driver: string;
  pool: string;
  device: string;
  shareID: string;
  conditions: Condition[] | null;
  data: Json;
  networkData: NetworkDeviceData;
}>;

export type AllocationResult = Optional<{
  devices: DeviceAllocationResult;
  nodeSelector: NodeSelector;
  allocationTimestamp: string;
}>;

export type CELDeviceSelector = Optional<{ expression: string }>;

export type CapacityRequestPolicy = Optional<{
  default: string | null;
  validValues: string[];
  validRange: CapacityRequestPolicyRange;
}>;

export type CapacityRequestPolicyRange = Optional<{ min: string; max: string; step: string }>;
export type CapacityRequirements = Optional<{ requests: { [key: string]: string } }>;
export type Counter = Optional<{ value: string }>;
export type CounterSet = Optional<{ name: string; counters: { [key: string]: Counter } }>;

export type Device = Optional<{
  name: string;
  attributes: { [key: string]: DeviceAttribute };
  capacity: { [key: string]: DeviceCapacity };
  consumesCounters: DeviceCounterConsumption[];
  nodeName: string;
  nodeSelector: NodeSelector;
  allNodes: boolean;
  taints: DeviceTaint[];
  bindsToNode: boolean;
  bindingConditions: string[];
  bindingFailureConditions: string[];
  allowMultipleAllocations: boolean;
  nodeAllocatableResources: { [key: string]: NodeAllocatableResource };
}>;

export type DeviceAllocationConfiguration = Optional<{
  source: string;
  requests: string[];
  opaque: OpaqueDeviceConfiguration;
}>;

export type DeviceAllocationResult = Optional<{
  results: DeviceRequestAllocationResult[];
  config: DeviceAllocationConfiguration[];
}>;

export type DeviceAttribute = Optional<{
  int: number;
  bool: boolean;
  string: string;
  version: string;
  ints: number[];
  bools: boolean[];
  strings: string[];
  versions: string[];
}>;

export type DeviceCapacity = Optional<{ value: string; requestPolicy: CapacityRequestPolicy }>;

export type DeviceClaim = Optional<{
  requests: DeviceRequest[] | null;
  constraints: DeviceConstraint[];
  config: DeviceClaimConfiguration[];
}>;

export type DeviceClaimConfiguration = Optional<{ requests: string[]; opaque: OpaqueDeviceConfiguration }>;
export type DeviceClassConfiguration = Optional<{ opaque: OpaqueDeviceConfiguration }>;

export type DeviceClassSpec = Optional<{
  selectors: DeviceSelector[];
  config: DeviceClassConfiguration[];
  extendedResourceName: string;
}>;

export type DeviceConfiguration = Optional<{ opaque: OpaqueDeviceConfiguration }>;

export type DeviceConstraint = Optional<{
  requests: string[];
  matchAttribute: string;
  distinctAttribute: string;
}>;

export type DeviceCounterConsumption = Optional<{
  counterSet: string;
  counters: { [key: string]: Counter };
  compatibilityGroups: string[];
}>;

export type DeviceDerivedAttribute = Optional<{ name: string; expression: string }>;

export type DeviceRequest = Optional<{
  name: string;
  exactly: ExactDeviceRequest;
  firstAvailable: DeviceSubRequest[];
}>;

export type DeviceRequestAllocationResult = Optional<{
  request: string;
  driver: string;
  pool: string;
  device: string;
  adminAccess: boolean;
  tolerations: DeviceToleration[];
  bindingConditions: string[];
  bindingFailureConditions: string[];
  shareID: string;
  consumedCapacity: { [key: string]: string };
  skipNodeOperations: string[];
}>;

export type DeviceSelector = Optional<{ cel: CELDeviceSelector }>;

export type DeviceSubRequest = Optional<{
  name: string;
  deviceClassName: string;
  selectors: DeviceSelector[];
  allocationMode: string;
  count: number;
  tolerations: DeviceToleration[];
  capacity: CapacityRequirements;
  derivedAttributes: DeviceDerivedAttribute[];
}>;

export type DeviceTaint = Optional<{ key: string; value: string; effect: string; timeAdded: string }>;
export type DeviceTaintRuleSpec = Optional<{ deviceSelector: DeviceTaintSelector; taint: DeviceTaint }>;
export type DeviceTaintRuleStatus = Optional<{ conditions: Condition[] }>;
export type DeviceTaintSelector = Optional<{ driver: string; pool: string; device: string }>;

export type DeviceToleration = Optional<{
  key: string;
  operator: string;
  value: string;
  effect: string;
  tolerationSeconds: number;
}>;

export type ExactDeviceRequest = Optional<{
  deviceClassName: string;
  selectors: DeviceSelector[];
  allocationMode: string;
  count: number;
  adminAccess: boolean;
  tolerations: DeviceToleration[];
  capacity: CapacityRequirements;
  derivedAttributes: DeviceDerivedAttribute[];
}>;

export type NetworkDeviceData = Optional<{ interfaceName: string; ips: string[]; hardwareAddress: string }>;

export type NodeAllocatableMapping = Optional<{
  capacityKey: string;
  capacityMultiplier: string;
  deviceMultiplier: string;
}>;

export type NodeAllocatableOverhead = Optional<{ perPod: string; perContainer: string }>;

export type NodeAllocatableResource = Optional<{
  mapping: NodeAllocatableMapping;
  overhead: NodeAllocatableOverhead;
}>;

export type OpaqueDeviceConfiguration = Optional<{ driver: string; parameters: Json }>;

export type ResourceClaimConsumerReference = Optional<{
  apiGroup: string;
  resource: string;
  name: string;
  uid: string;
}>;

export type ResourceClaimSpec = Optional<{ devices: DeviceClaim }>;

export type ResourceClaimStatus = Optional<{
  allocation: AllocationResult;
  reservedFor: ResourceClaimConsumerReference[];
  devices: AllocatedDeviceStatus[];
}>;

export type ResourceClaimTemplateSpec = { metadata: ObjectMeta; spec?: ResourceClaimSpec | undefined };
export type ResourcePool = Optional<{ name: string; generation: number; resourceSliceCount: number }>;

export type ResourceSliceSpec = Optional<{
  driver: string;
  pool: ResourcePool;
  nodeName: string;
  nodeSelector: NodeSelector;
  allNodes: boolean;
  devices: Device[];
  perDeviceNodeSelection: boolean;
  sharedCounters: CounterSet[];
  partitionTypeAttribute: string;
  skipNodeOperations: string[];
}>;
