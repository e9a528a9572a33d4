import type { Exposition } from "../../metrics/exposition.ts";
import { protobufOf } from "../../metrics/protobuf.ts";
import type { Features } from "../../resources/features/features.ts";
import { featureGauges } from "../record/feature-gauges.ts";
import type { RequestContext } from "../request-context.ts";
import { type Clause, parseAccept } from "../respond/accept-header.ts";
import type { Answer } from "../respond/answer.ts";
import { metricsText } from "../respond/metrics-text.ts";
import { acceptOf } from "../respond/respond.ts";
import { buildInfo, type VersionSource } from "./version.ts";

/** Metrics of requests, and those of the server's state. */
export interface MetricsSource extends Pick<VersionSource, "version"> {
  readonly metrics: Exposition;
  /** Returns further metrics: of the priority levels, of open watches and of APIServices. */
  furtherMetrics(): readonly Exposition[];
  readonly features: Features;
}

/** Answers `/metrics`: text for Prometheus, or its protobuf messages. */
export async function metrics(source: MetricsSource, context: RequestContext): Promise<Answer | undefined> {
  if (context.info.path !== "/metrics") return undefined;
  const all = [source.metrics, ...source.furtherMetrics(), featureGauges(source.features), buildInfo(source)];
  if (!wantsProtobuf(context)) return metricsText((await Promise.all(all.map(textOf))).join(""));
  const bytes = await protobufOf(all, source.features.isOn("NativeHistograms"));
  return metricsText(bytes, PROTOBUF);
}

const textOf = (exposition: Exposition): Promise<string> => exposition.unhurried();

const MESSAGE = "io.prometheus.client.MetricFamily";
const PROTOBUF = `application/vnd.google.protobuf; proto=${MESSAGE}; encoding=delimited; escaping=underscores`;

/** True if the client prefers protobuf to text (prometheus/common, expfmt/encode.go, Negotiate). */
function wantsProtobuf({ request }: RequestContext): boolean {
  const first = parseAccept(acceptOf(request)).find((clause) => isText(clause) || isProtobuf(clause));
  return first !== undefined && isProtobuf(first);
}

const isText = ({ type, subtype, parameters }: Clause): boolean =>
  type === "text" && subtype === "plain" && ["", "0.0.4"].includes(parameters.get("version") ?? "");

const isProtobuf = ({ type, subtype, parameters }: Clause): boolean =>
  type === "application" &&
  subtype === "vnd.google.protobuf" &&
  parameters.get("proto") === MESSAGE &&
  parameters.get("encoding") === "delimited";
