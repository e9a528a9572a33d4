// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { LabelSelectorLike } from "../../../api/validation/label-selector.ts";
import type { Condition } from "../meta/v1-types.ts";

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
