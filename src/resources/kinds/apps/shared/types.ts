import type { LabelSelectorLike } from "../../../../api/validate-label-selector.ts";
import type { PodTemplateSpec as PodTemplate } from "../../core/fields/v1-types.ts";
import type { IntOrPercent } from "../../shared/values/int-or-percent.ts";

/** What validation reads of the kinds of group apps, decoded and defaulted. */
export interface WorkloadSpec {
  readonly replicas?: number | undefined;
  readonly minReadySeconds?: number | undefined;
  readonly selector?: LabelSelectorLike | null | undefined;
  readonly template?: PodTemplate | undefined;
  readonly revisionHistoryLimit?: number | undefined;
}

export interface RollingUpdate {
  readonly maxUnavailable?: IntOrPercent | undefined;
  readonly maxSurge?: IntOrPercent | undefined;
  /** StatefulSets only. */
  readonly partition?: number | undefined;
}

export interface WorkloadStatus {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly collisionCount?: number;
  readonly [counter: string]: unknown;
}
