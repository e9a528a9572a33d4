import type { ObjectMeta } from "../../../../api/meta.ts";
import type { PodSpec, ResourceList, Resources } from "../../shared/pod-template/pod-spec.ts";

type Opt<T> = T | undefined;

/** A decoded pod, as far as its rules look at it. */
export interface Pod {
  metadata: ObjectMeta;
  spec: PodSpec;
  status?: Opt<PodStatus>;
}

export interface PodStatus {
  phase?: Opt<string>;
  qosClass?: Opt<string>;
  observedGeneration?: Opt<number>;
  conditions?: Opt<PodCondition[]>;
  nominatedNodeName?: Opt<string>;
  hostIP?: Opt<string>;
  hostIPs?: Opt<{ ip?: Opt<string> }[]>;
  podIPs?: Opt<{ ip?: Opt<string> }[]>;
  containerStatuses?: Opt<ContainerStatus[]>;
  initContainerStatuses?: Opt<ContainerStatus[]>;
  ephemeralContainerStatuses?: Opt<ContainerStatus[]>;
  resourceClaimStatuses?: Opt<{ name?: Opt<string>; resourceClaimName?: Opt<string> }[]>;
  extendedResourceClaimStatus?: Opt<ExtendedClaimStatus>;
  nodeAllocatableResourceClaimStatuses?: Opt<unknown[]>;
}

export interface PodCondition {
  type?: Opt<string>;
  observedGeneration?: Opt<number>;
}

export interface ContainerStatus {
  name?: Opt<string>;
  state?: Opt<{ running?: Opt<object>; terminated?: Opt<{ exitCode?: Opt<number> }> }>;
  resources?: Opt<Resources>;
  user?: Opt<{ linux?: Opt<{ uid?: Opt<number>; gid?: Opt<number>; supplementalGroups?: Opt<number[]> }> }>;
  allocatedResources?: Opt<ResourceList>;
  allocatedResourcesStatus?: Opt<AllocatedStatus[]>;
  volumeMounts?: Opt<{ volumeStatus?: Opt<object> }[]>;
}

export interface AllocatedStatus {
  name?: Opt<string>;
  resources?: Opt<{ resourceID?: Opt<string>; health?: Opt<string>; message?: Opt<string> }[]>;
}

export interface ExtendedClaimStatus {
  resourceClaimName?: Opt<string>;
  requestMappings?: Opt<
    { containerName?: Opt<string>; resourceName?: Opt<string>; requestName?: Opt<string> }[]
  >;
}
