import type { Json } from "../../../api/json.ts";

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
  readonly nodeSelector?: { readonly nodeSelectorTerms?: readonly object[] | null };
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

export interface Device {
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, DeviceAttribute>>;
  readonly capacity?: Readonly<Record<string, object>>;
  readonly taints?: readonly object[];
  readonly consumesCounters?: readonly object[];
}

export interface ClaimStatus {
  readonly allocation?: Json;
  readonly reservedFor?: readonly {
    readonly resource?: string;
    readonly name?: string;
    readonly uid?: string;
  }[];
}
