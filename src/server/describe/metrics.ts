import type { Features } from "../../resources/features/features.ts";
import { featureGauges } from "../record/feature-gauges.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { metricsText } from "../respond/metrics-text.ts";
import { buildInfo, type VersionSource } from "./version.ts";

/** Metrics of requests, and those of the server's state. */
export interface MetricsSource extends Pick<VersionSource, "version"> {
  /** Returns the response of `/metrics`. */
  metrics(): Promise<{ contentType: string; text: string }>;
  /** Further metrics: of the priority levels, of open watches and of APIServices. */
  furtherMetrics(): string;
  readonly features: Features;
}

/** Answers `/metrics`: Prometheus text. */
export async function metrics(source: MetricsSource, context: RequestContext): Promise<Answer | undefined> {
  if (context.info.path !== "/metrics") return undefined;
  const { contentType, text } = await source.metrics();
  return metricsText(
    `${text}${source.furtherMetrics()}${featureGauges(source.features)}${buildInfo(source)}`,
    contentType,
  );
}
