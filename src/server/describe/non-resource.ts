import { Exposition } from "../../metrics/exposition.ts";
import { protobufOf } from "../../metrics/protobuf.ts";
import type { Features } from "../../resources/features/features.ts";
import { shownGates } from "../../resources/features/features.ts";
import { type HealthSource, health } from "../health/health.ts";
import { failingChecks, type Health, healthChecks } from "../health/health-checks.ts";
import type { Kinds } from "../kinds.ts";
import type { RequestContext, Served } from "../request-context.ts";
import { type Clause, parseAccept } from "../respond/accept-header.ts";
import { type Answer, rawAnswer } from "../respond/answer.ts";
import { plainNotFound, rawJson } from "../respond/plain.ts";
import { acceptOf } from "../respond/respond.ts";
import { customGroupDocument, groupListDocument, groupsDocument } from "./discovery/discovery.ts";
import type { Discovery } from "./discovery/listed-groups.ts";
import { listedGroups } from "./discovery/listed-groups.ts";
import { type FurtherPagesSource, furtherPages } from "./further-pages.ts";
import { type Described, openapi } from "./openapi/openapi.ts";
import { debugPages, type FlowDumpsSource, flowDumps, type Verbosity } from "./pages/debug.ts";
import { type StatusPagesSource, statusPages } from "./pages/status-pages.ts";
import { OPEN_ID_PATHS } from "./service-page.ts";
import { buildInfo, type VersionSource } from "./version.ts";

const FIXED = [
  ...Object.values(OPEN_ID_PATHS),
  "/api",
  "/api/v1",
  "/apis",
  "/apis/",
  "/flagz",
  "/metrics",
  "/metrics/slis",
  "/openapi/v2",
  "/openapi/v3",
  "/openapi/v3/",
  "/statusz",
  "/version",
];

const isThere = (path: string, { isOn }: Features): boolean =>
  !(path === "/flagz" && !isOn("ComponentFlagz")) && !(path === "/statusz" && !isOn("ComponentStatusz"));

const pathsOfChecks = (source: Health): string[] =>
  Object.entries(healthChecks(source)).flatMap(([name, checks]) => [
    `/${name}`,
    ...checks.map((check) => `/${name}/${check}`),
  ]);

interface RootPathsSource extends Discovery, Health {}

/** Answers `/`: the list of all paths. */
function rootPaths(source: RootPathsSource, context: RequestContext): Answer | undefined {
  if (context.info.path !== "/" && context.info.path !== "/index.html") return undefined;
  const served = listedGroups(source).legacy.flatMap(({ name, versions }) => [
    `/apis/${name}`,
    ...versions.map(({ version }) => `/apis/${name}/${version}`),
  ]);
  const fixed = FIXED.filter((path) => isThere(path, source.features));
  return rawJson({ paths: [...fixed, ...pathsOfChecks(source), ...served].sort() });
}

/** Metrics of requests, and those of the server's state. */
interface MetricsSource extends Pick<VersionSource, "version"> {
  readonly metrics: Exposition;
  /** Returns further metrics: of the priority levels, of open watches and of APIServices. */
  furtherMetrics(): readonly Exposition[];
  readonly features: Features;
}

/** Answers `/metrics`: text for Prometheus, or its protobuf messages. */
async function metrics(source: MetricsSource, context: RequestContext): Promise<Answer | undefined> {
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

/** Dependencies of the pages that are no services. */
export interface Pages
  extends Described,
    Discovery,
    FlowDumpsSource,
    FurtherPagesSource,
    HealthSource,
    Kinds,
    MetricsSource,
    StatusPagesSource,
    Verbosity {}

type PathHandler = (
  pages: Pages,
  context: RequestContext,
) => Answer | undefined | Promise<Answer | undefined>;

/** Handlers of all paths that are no services. The first that has the path answers, for any method. */
const HANDLERS: readonly PathHandler[] = [
  groups,
  health,
  openapi,
  metrics,
  rootPaths,
  statusPages,
  slis,
  debugPages,
  flowDumps,
  furtherPages,
];

/** Answers a path that names no resource: with the first page that knows it, or 404. */
export async function nonResource(pages: Pages, context: RequestContext): Promise<Answer> {
  for (const handler of HANDLERS) {
    const answer = await handler(pages, context);
    if (answer === undefined) continue;
    context.served = servedPath(context.info.path);
    return answer;
  }
  return plainNotFound();
}

/** Returns the metrics label of a path: its first segment, which is one of a few known ones. */
export const servedPath = (path: string): Served => ({
  group: "",
  version: "",
  resource: "",
  subresource: `/${path.split("/", 2)[1]}`,
});

function groups(pages: Pages, context: RequestContext): Answer | undefined {
  const { path, isResource } = context.info;
  if (path === "/apis") return groupsDocument(pages, context);
  if (path === "/apis/") return groupListDocument(pages);
  return path.startsWith("/apis/") && !isResource ? customGroupDocument(pages, path) : undefined;
}

/** Answers `/metrics/slis`: each health check as a metric. */
async function slis(source: Health, context: RequestContext): Promise<Answer | undefined> {
  if (context.info.path !== "/metrics/slis") return undefined;
  const all = healthChecks(source);
  const failing = await failingChecks(source, all.readyz);
  const lines = Object.entries(all).flatMap(([type, checks]) =>
    checks.map(
      (name) => `kubernetes_healthcheck{name="${name}",type="${type}"} ${failing.includes(name) ? 0 : 1}`,
    ),
  );
  const help =
    "# HELP kubernetes_healthcheck [STABLE] This metric records the result of a single healthcheck.";
  return metricsText([help, "# TYPE kubernetes_healthcheck gauge", ...lines.sort(), ""].join("\n"));
}

/** Content type of the reference's text format. */
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8; escaping=underscores";

const processStart = String(Math.floor(performance.timeOrigin / 1000));

/** Builds a response for Prometheus, with the start time of the process in a header. */
const metricsText = (body: string | Uint8Array, contentType = METRICS_TYPE): Answer =>
  rawAnswer(200, { "content-type": contentType, "process-start-time-unix": processStart }, body);

/**
 * Returns the state of the feature gates
 * (component-base/metrics/prometheus/feature/metrics.go): one line for each gate of the Kubernetes version.
 */
function featureGauges(features: Features): Exposition {
  const gauges = new Exposition();
  gauges.add({
    name: "kubernetes_feature_enabled",
    help: "Whether a feature gate is on, and its stage.",
    type: "gauge",
    samples: () =>
      shownGates(features).map(({ gate, stage, isOn }) => ({
        labels: { name: gate, stage: stage === "ga" ? "" : stage.toUpperCase() },
        value: isOn ? 1 : 0,
      })),
  });
  return gauges;
}
