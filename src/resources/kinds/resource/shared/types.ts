import type { Json } from "../../../../api/json.ts";
import type { NodeSelector } from "../../shared/pod-template/pod-spec.ts";
import type { Condition } from "../../shared/values/conditions.ts";

/** What validation reads of devices and claims to them (resource.k8s.io/v1). */
export interface ClaimSpec {
  readonly devices?: DeviceClaim;
}

export interface DeviceClaim {
  readonly requests?: readonly DeviceRequest[] | null;
  readonly constraints?: readonly Constraint[];
  readonly config?: readonly (Configuration & { readonly requests?: readonly string[] })[];
}

export interface DeviceRequest {
  readonly name?: string;
  readonly exactly?: ExactRequest;
  readonly firstAvailable?: readonly (ExactRequest & { readonly name?: string })[];
}

export interface ExactRequest {
  readonly deviceClassName?: string;
  readonly selectors?: readonly Selector[];
  readonly allocationMode?: string;
  readonly count?: number;
  readonly adminAccess?: boolean;
  readonly tolerations?: readonly DeviceToleration[];
}

export interface DeviceToleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

export interface Constraint {
  readonly requests?: readonly string[];
  readonly matchAttribute?: string;
  readonly distinctAttribute?: string;
}

export interface Selector {
  readonly cel?: { readonly expression?: string };
}

export interface Configuration {
  readonly opaque?: { readonly driver?: string; readonly parameters?: Json };
}

export interface DeviceClassSpec {
  readonly selectors?: readonly Selector[];
  readonly config?: readonly Configuration[];
  readonly extendedResourceName?: string;
}

export interface SliceSpec {
  readonly driver?: string;
  readonly pool?: {
    readonly name?: string;
    readonly generation?: number;
    readonly resourceSliceCount?: number;
  };
  readonly nodeName?: string;
  readonly nodeSelector?: NodeSelector;
  readonly allNodes?: boolean;
  readonly perDeviceNodeSelection?: boolean;
  readonly devices?: readonly Device[];
  readonly sharedCounters?: readonly { readonly name?: string; readonly counters?: object }[];
}

/** Values by their type; a list instead of one in some. */
export interface DeviceAttribute {
  readonly bool?: boolean;
  readonly int?: number;
  readonly string?: string;
  readonly version?: string;
  readonly bools?: readonly boolean[];
  readonly ints?: readonly number[];
  readonly strings?: readonly string[];
  readonly versions?: readonly string[];
}

export interface Device extends Bindings {
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, DeviceAttribute>>;
  readonly capacity?: Readonly<Record<string, DeviceCapacity>>;
  readonly taints?: readonly DeviceTaint[];
  readonly consumesCounters?: readonly { readonly counterSet?: string; readonly counters?: object }[];
  readonly nodeName?: string;
  readonly nodeSelector?: NodeSelector;
  readonly allNodes?: boolean;
  readonly allowMultipleAllocations?: boolean;
}

/** Amounts are canonical texts. */
export interface DeviceCapacity {
  readonly value?: string;
  readonly requestPolicy?: RequestPolicy;
}

export interface RequestPolicy {
  readonly default?: string;
  readonly validValues?: readonly string[];
  readonly validRange?: PolicyRange;
}

export interface PolicyRange {
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
}

export interface DeviceTaint {
  readonly key?: string;
  readonly value?: string;
  readonly effect?: string;
}

/** Conditions that have to hold before, or that end, the binding of a pod. */
export interface Bindings {
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

export interface ClaimStatus {
  readonly allocation?: Allocation;
  readonly devices?: readonly DeviceStatus[];
  readonly reservedFor?: readonly {
    readonly resource?: string;
    readonly name?: string;
    readonly uid?: string;
  }[];
}

/** Which device, of which pool of which driver; a share of it, where several use it. */
export interface DeviceIdentity {
  readonly driver?: string;
  readonly pool?: string;
  readonly device?: string;
  readonly shareID?: string;
}

export interface Allocation {
  readonly devices?: {
    readonly results?: readonly AllocationResult[];
    readonly config?: readonly (Configuration & {
      readonly source?: string;
      readonly requests?: readonly string[];
    })[];
  };
  readonly nodeSelector?: NodeSelector;
}

export interface AllocationResult extends DeviceIdentity, Bindings {
  readonly request?: string;
  readonly adminAccess?: boolean;
}

export interface DeviceStatus extends DeviceIdentity {
  readonly conditions?: readonly Condition[];
  readonly data?: Json;
  readonly networkData?: {
    readonly interfaceName?: string;
    readonly hardwareAddress?: string;
    readonly ips?: readonly string[];
  };
}
