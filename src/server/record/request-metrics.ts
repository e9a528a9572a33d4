import { isStream, LongBody, type ServerResponse } from "../../api/exchange/exchange.ts";
import { PATCH_MEDIA_TYPES } from "../../api/exchange/patch-media-types.ts";
import type { Exposition } from "../../metrics/exposition.ts";
import { Histogram } from "../../metrics/histogram.ts";
import {
  createCounter,
  createGauge,
  createHistogram,
  createSeries,
  type Labels,
  type Observe,
  type SeriesFamily,
} from "../../metrics/instruments.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { RequestContext, Served } from "../request-context.ts";

const REQUEST = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const WITHOUT_WEBHOOKS = REQUEST.filter((seconds) => seconds >= 0.05);
const SIZES = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** Callbacks at the begin and the end of requests that update the metrics. */
export interface RequestObservers {
  started(context: RequestContext): void;
  /** Records the end of a request. Returns the response to send. */
  finished(context: RequestContext, response: ServerResponse): ServerResponse;
}

/** Adds the metrics of requests to the exposition. */
export function requestObservers(exposition: Exposition): RequestObservers {
  const counter = (name: string, help: string): Observe => createCounter({ exposition, name, help });
  const seriesOf = createSeries(exposition, () => new RequestSeries(), FAMILIES);
  const sizes = createHistogram(
    { exposition, name: "apiserver_response_sizes", help: "Bytes of answers to reads." },
    SIZES,
  );
  const authentications = counter("authentication_attempts", "Requests by whether they said who asks.");
  const authorizations = counter("authorization_attempts_total", "Requests by whether they were allowed.");
  const noteDeprecated = deprecatedApis(exposition);
  const inFlight = createGauge({
    exposition,
    name: "apiserver_current_inflight_requests",
    help: "Requests under way.",
  });
  const kindOf = ({ info }: RequestContext): Labels => (READ_ONLY.has(info.verb) ? READING : CHANGING);
  return {
    started: (context) => inFlight(kindOf(context), 1),
    finished(context, response) {
      inFlight(kindOf(context), -1);
      const { authorization, served } = context;
      if (response.status === 401) authentications(FAILURE, 1);
      if (authorization === undefined) return response;
      authentications(SUCCESS, 1);
      authorizations(authorization.decision === "allow" ? ALLOWED : NO_OPINION, 1);
      if (served === undefined) return response;
      const labels = labelsOf(context, served);
      const series = seriesOf(labels);
      series.count(response.status);
      noteDeprecated(context, served);
      if (context.info.verb === "watch") return response;
      const milliseconds = performance.now() - context.request.startedAt;
      series.took(milliseconds, labels.dry_run === "" ? webhookTime(context.verdicts) : undefined);
      return READS.has(labels.verb)
        ? measured(response, (bytes) => sizes(withoutDryRun(labels), bytes))
        : response;
    },
  };
}

const FAILURE: Labels = { result: "failure" };
const SUCCESS: Labels = { result: "success" };
const ALLOWED: Labels = { result: "allowed" };
const NO_OPINION: Labels = { result: "no-opinion" };

/** Counts of the requests that have the same labels. A histogram is made with its first value. */
class RequestSeries {
  readonly codes = new Map<number, number>();
  duration: Histogram | undefined;
  own: Histogram | undefined;

  count(status: number): void {
    this.codes.set(status, (this.codes.get(status) ?? 0) + 1);
  }

  /** `webhookMs`: milliseconds of it for webhooks; undefined: the time without them is not counted. */
  took(milliseconds: number, webhookMs: number | undefined): void {
    this.duration ??= new Histogram(REQUEST);
    this.duration.observe(milliseconds / 1000);
    if (webhookMs === undefined) return;
    this.own ??= new Histogram(WITHOUT_WEBHOOKS);
    this.own.observe((milliseconds - webhookMs) / 1000);
  }
}

const withoutDryRun = ({ dry_run: _, ...labels }: Labels): Labels => labels;

const FAMILIES: readonly SeriesFamily<RequestSeries>[] = [
  {
    name: "apiserver_request_total",
    help: "Requests by verb, resource and code.",
    type: "counter",
    // `code` is the first name in the order of the alphabet.
    samples: (labels, { codes }) =>
      Array.from(codes, ([code, value]) => ({ labels: { code: String(code), ...labels }, value })),
  },
  {
    name: "apiserver_request_duration_seconds",
    help: "Time of requests.",
    type: "histogram",
    samples: (labels, { duration }) => duration?.samples(labels) ?? [],
  },
  {
    name: "apiserver_request_sli_duration_seconds",
    help: "The same, without webhook calls.",
    type: "histogram",
    samples: (labels, { own }) => own?.samples(withoutDryRun(labels)) ?? [],
  },
];

const READS: ReadonlySet<string> = new Set(["GET", "LIST"]);

/** Gauge with the value 1 for each deprecated API that a client has requested. */
function deprecatedApis(exposition: Exposition): (context: RequestContext, served: Served) => void {
  const asked = createGauge({
    exposition,
    name: "apiserver_requested_deprecated_apis",
    help: "Deprecated APIs that were asked for.",
  });
  const known = new Set<string>();
  return ({ auditAnnotations }, { group, version, resource, subresource }) => {
    if (auditAnnotations?.has("k8s.io/deprecated") !== true) return;
    const removed_release = auditAnnotations.get("k8s.io/removed-release") ?? "";
    const labels = { group, version, resource, subresource, removed_release };
    const key = JSON.stringify(labels);
    if (!known.has(key)) asked(labels, 1);
    known.add(key);
  };
}

const READING: Labels = { request_kind: "readOnly" };
const CHANGING: Labels = { request_kind: "mutating" };
const READ_ONLY: ReadonlySet<string> = new Set(["get", "list", "watch", "head", "options"]);

/**
 * Labels of a request. They contain only names of served resources, because the number of other texts in URLs
 * is unlimited (MonitorRequest in k8s.io/apiserver/pkg/endpoints/metrics/metrics.go).
 */
function labelsOf(context: RequestContext, { group, version, resource, subresource }: Served) {
  const component = context.info.isResource ? "apiserver" : "";
  const dry_run = dryRunOf(context.request);
  const scope = scopeOf(context.info);
  return { verb: verbOf(context), dry_run, group, version, resource, subresource, scope, component };
}

const VERBS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const CONNECTS: ReadonlySet<string> = new Set(["exec", "attach", "portforward", "proxy"]);

function verbOf({ info, request: { method, headers } }: RequestContext): string {
  if (CONNECTS.has(info.subresource)) return "CONNECT";
  if (info.verb === "list" || info.verb === "watch") return info.verb.toUpperCase();
  if (info.verb === "patch" && headers["content-type"] === PATCH_MEDIA_TYPES.apply) return "APPLY";
  if (method === "HEAD") return "GET";
  return VERBS.has(method) ? method : "other";
}

function dryRunOf({ rawQuery, query }: RequestContext["request"]): string {
  if (!rawQuery.includes("dryRun")) return "";
  const values = query.getAll("dryRun");
  if (values.length === 0) return "";
  return values.every((value) => value === "All") ? "All" : "invalid";
}

/**
 * Reports the number of bytes of a response body: at once, or when the client has received all parts of a
 * long one. Streams are never reported. Returns the response to send.
 */
function measured(response: ServerResponse, tell: (bytes: number) => void): ServerResponse {
  const { body } = response;
  if (body instanceof LongBody) return { ...response, body: new LongBody(counted(body.pieces, tell)) };
  if (!isStream(body)) tell(body === undefined ? 0 : Buffer.byteLength(body));
  return response;
}

async function* counted(
  pieces: LongBody["pieces"],
  tell: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    yield piece;
  }
  tell(bytes);
}

/** Scope of a request in metrics (apiserver/pkg/endpoints/metrics/metrics.go, CleanScope). */
export function scopeOf({ name, namespace, verb, isResource }: RequestInfo): string {
  if (name !== "" || verb === "create") return "resource";
  if (namespace !== "") return "namespace";
  return isResource ? "cluster" : "";
}

/** One webhook; `call` is absent if it was not called. */
interface Asked {
  readonly phase: "admit" | "validate";
  readonly call?: { readonly milliseconds: number } | undefined;
}

/**
 * Time that a request waited for webhooks, in milliseconds. Mutating ones are called one after the other,
 * validating ones at the same time (apiserver/pkg/endpoints/request/webhook_duration.go).
 */
export function webhookTime(verdicts: Iterable<{ readonly asked: Iterable<Asked> }>): number {
  let [sum, most] = [0, 0];
  for (const { asked } of verdicts)
    for (const { phase, call } of asked) {
      const { milliseconds = 0 } = call ?? {};
      if (phase === "admit") sum += milliseconds;
      else most = Math.max(most, milliseconds);
    }
  return sum + most;
}
