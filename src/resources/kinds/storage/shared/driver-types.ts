/** What validation reads of CSIDrivers and CSINodes, decoded and defaulted. */
export interface CsiDriverSpec {
  readonly attachRequired?: boolean;
  readonly podInfoOnMount?: boolean;
  readonly storageCapacity?: boolean;
  readonly seLinuxMount?: boolean;
  readonly fsGroupPolicy?: string;
  readonly tokenRequests?: readonly { readonly audience?: string; readonly expirationSeconds?: number }[];
  readonly volumeLifecycleModes?: readonly string[];
  readonly nodeAllocatableUpdatePeriodSeconds?: number;
  readonly serviceAccountTokenInSecrets?: boolean;
  preventPodSchedulingIfMissing?: boolean;
}

export interface CsiNodeSpec {
  readonly drivers?: readonly NodeDriver[] | null;
}

export interface NodeDriver {
  readonly name?: string;
  readonly nodeID?: string;
  readonly topologyKeys?: readonly string[] | null;
  readonly allocatable?: { readonly count?: number };
}
