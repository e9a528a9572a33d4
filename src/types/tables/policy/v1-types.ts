// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { Optional } from "../../optional.ts";
import type { Condition, LabelSelector } from "../meta/v1-types.ts";

export type PodDisruptionBudget = {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
  spec?: PodDisruptionBudgetSpec | undefined;
  status?: PodDisruptionBudgetStatus | undefined;
};

export type PodDisruptionBudgetSpec = Optional<{
  minAvailable: string | number;
  selector: LabelSelector;
  maxUnavailable: string | number;
  unhealthyPodEvictionPolicy: string;
}>;

export type PodDisruptionBudgetStatus = Optional<{
  observedGeneration: number;
  disruptedPods: { [key: string]: string };
  disruptionsAllowed: number;
  currentHealthy: number;
  desiredHealthy: number;
  expectedPods: number;
  conditions: Condition[];
}>;
