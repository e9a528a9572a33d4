import type { JsonObject } from "../../../../api/json.ts";
import type { LabelSelectorLike } from "../../../../api/validate-label-selector.ts";
import type { IntOrPercent } from "../../shared/values/int-or-percent.ts";
import type { PodTemplate } from "../../shared/workload/workload.ts";

/** What validation reads of the kinds of group apps, decoded and defaulted. */
export interface WorkloadSpec {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly selector?: LabelSelectorLike | null;
  readonly template?: PodTemplate;
  readonly revisionHistoryLimit?: number;
}

export interface DeploymentSpec extends WorkloadSpec {
  readonly strategy?: UpdateStrategy;
  readonly progressDeadlineSeconds?: number;
}

export interface DaemonSetSpec extends WorkloadSpec {
  readonly updateStrategy?: UpdateStrategy;
}

export interface StatefulSetSpec extends WorkloadSpec {
  readonly updateStrategy?: UpdateStrategy;
  readonly podManagementPolicy?: string;
  readonly persistentVolumeClaimRetentionPolicy?: {
    readonly whenDeleted?: string;
    readonly whenScaled?: string;
  };
  readonly volumeClaimTemplates?: readonly (JsonObject & {
    metadata?: { name?: string };
    spec?: JsonObject;
  })[];
  readonly ordinals?: { readonly start?: number };
  readonly serviceName?: string;
}

export interface UpdateStrategy {
  readonly type?: string;
  readonly rollingUpdate?: RollingUpdate;
}

export interface RollingUpdate {
  readonly maxUnavailable?: IntOrPercent;
  readonly maxSurge?: IntOrPercent;
  /** StatefulSets only. */
  readonly partition?: number;
}

export interface WorkloadStatus {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly collisionCount?: number;
  readonly [counter: string]: unknown;
}
