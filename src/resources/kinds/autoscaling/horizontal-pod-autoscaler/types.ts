import type { MetricIdentifier, MetricTarget } from "../../../../types/tables/autoscaling/v2-types.ts";

/** Source of a metric, with the members of all types. */
export type MetricSource = {
  metric?: MetricIdentifier | undefined;
  target?: MetricTarget | undefined;
  /** Only for metrics of resources. */
  name?: string | undefined;
  container?: string | undefined;
};
