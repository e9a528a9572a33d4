import type { MetricIdentifier, MetricTarget } from "../fields/v2-types.ts";

/** What the sources of metrics have. */
export type MetricSource = {
  metric?: MetricIdentifier | undefined;
  target?: MetricTarget | undefined;
  /** Of resources. */
  name?: string | undefined;
  container?: string | undefined;
};
