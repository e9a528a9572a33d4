// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { LabelSelectorLike } from "../../../api/validation/label-selector.ts";
import type { Condition, DeleteOptions, ListMeta } from "../meta/v1-types.ts";

export type Eviction = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  deleteOptions?: DeleteOptions | undefined;
};

export type PodDisruptionBudget = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  spec?: PodDisruptionBudgetSpec | undefined;
  status?: PodDisruptionBudgetStatus | undefined;
};

export type PodDisruptionBudgetList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: PodDisruptionBudget[] | null | undefined;
};

export type PodDisruptionBudgetSpec = {
  minAvailable?: string | number | undefined;
  selector?: LabelSelectorLike | undefined;
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
