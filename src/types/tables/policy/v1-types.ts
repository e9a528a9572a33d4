// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Condition, LabelSelector } from "../meta/v1-types.ts";

export type PodDisruptionBudget = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: PodDisruptionBudgetSpec | undefined;
  status?: PodDisruptionBudgetStatus | undefined;
};

export type PodDisruptionBudgetSpec = {
  minAvailable?: string | number | undefined;
  selector?: LabelSelector | undefined;
  maxUnavailable?: string | number | undefined;
  unhealthyPodEvictionPolicy?: string | undefined;
};

export type PodDisruptionBudgetStatus = {
  observedGeneration?: number | undefined;
  disruptedPods?: { [key: string]: string } | undefined;
  disruptionsAllowed?: number | undefined;
  currentHealthy?: number | undefined;
  desiredHealthy?: number | undefined;
  expectedPods?: number | undefined;
  conditions?: Condition[] | undefined;
};
