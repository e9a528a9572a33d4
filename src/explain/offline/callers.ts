import type { HookTarget } from "../../admission/hook.ts";
import type { TransportResult } from "../../admission/ports.ts";
import { calledAt, type WebhookService } from "../../api/webhook-client-config.ts";
import { REAL_TIME, STANDING_TIME, type SteadyClock } from "../../async/steady-clock.ts";
import { VirtualTime } from "../../async/virtual-time.ts";
import type { ClusterOptions } from "../../cluster/cluster.ts";
import type { ServiceOverrides } from "../../http/webhook-client/service-resolver.ts";
import { isJsonObject, type JsonObject, text } from "../../json/value.ts";
import type { Explanation, Step } from "../explanation.ts";
import { answerReviews, type RecordedAnswers } from "./answers.ts";
import type { Manifest } from "./manifests.ts";

/** A webhook in this process: takes the body of a review and returns the response. */
export type Handler = (body: Uint8Array) => Promise<TransportResult>;

/** Sources of the responses of webhooks. */
export interface Answering {
  /**
   * Enables real calls to webhooks; `services` has the addresses of their Services. Default: webhooks are not
   * called.
   */
  readonly call?: { readonly services: ServiceOverrides };
  /**
   * Responses of webhooks that are not called, by webhook name; webhooks without an entry allow the request.
   */
  readonly answers?: RecordedAnswers;
  /** Webhooks in this process, by name. They have precedence over calls and recorded responses. */
  readonly handlers?: ReadonlyMap<string, Handler>;
}

/**
 * Returns the interceptors that answer for webhooks. `serviceOf` returns the Service of that name, if there
 * is one; `tell` receives notes for the reader.
 */
export function callers(
  { call, answers = {}, handlers = new Map() }: Answering,
  serviceOf: (namespace: string, name: string) => JsonObject | undefined,
  tell: (note: string) => void,
): Pick<ClusterOptions, "intercept" | "convert" | "serviceOverrides" | "steadyClock"> {
  const isReal = call !== undefined || handlers.size > 0;
  const steadyClock = skippedTime(isReal ? REAL_TIME : STANDING_TIME);
  const recorded = answerReviews(answers, steadyClock.skip);
  const answer: typeof recorded = async (target, body, options) => {
    const handler = handlers.get(target.hook);
    if (handler !== undefined) return handler(body);
    const isRecorded = answers[target.hook] !== undefined;
    return (isRecorded ? undefined : withoutPort(target, serviceOf)) ?? recorded(target, body, options);
  };
  const convert = relabel(tell);
  if (call === undefined) return { intercept: answer, convert, steadyClock };
  const { services } = call;
  return {
    serviceOverrides: services,
    convert,
    steadyClock,
    intercept: async (target, body, options, pass) => {
      if (handlers.has(target.hook)) return answer(target, body, options);
      const { service } = target.clientConfig;
      const known = service === undefined || services.has(`${service.namespace}/${service.name}`);
      if (known && answers[target.hook] === undefined) return pass();
      if (service === undefined || answers[target.hook] !== undefined) return answer(target, body, options);
      const { namespace, name } = service;
      if (serviceOf(namespace, name) === undefined)
        return unreachable(service, `service "${name}" not found`);
      if (withoutPort(target, serviceOf) !== undefined) return answer(target, body, options);
      tell(
        `${target.hook} was not called, it was taken to allow the request: where is its Service? --service ${namespace}/${name}=HOST:PORT`,
      );
      return answer(target, body, options);
    },
  };
}

/**
 * Returns the connection failure for a Service that does not have the port at which the webhook is called.
 */
function withoutPort(
  { clientConfig: { service } }: HookTarget,
  serviceOf: (namespace: string, name: string) => JsonObject | undefined,
): TransportResult | undefined {
  if (service === undefined) return undefined;
  const { name, namespace, port = 443 } = service;
  const spec = serviceOf(namespace, name)?.spec;
  if (!isJsonObject(spec) || spec.type === "ExternalName" || !Array.isArray(spec.ports)) return undefined;
  const isServed = spec.ports.some((one) => isJsonObject(one) && one.port === port);
  return isServed ? undefined : unreachable(service, `no service port ${port} found for service "${name}"`);
}

/** The error of the server, which resolves the Service before it connects. */
const unreachable = (service: WebhookService, why: string): TransportResult => ({
  kind: "error",
  message: `Post "${calledAt({ service })}": ${why}`,
  code: 503,
  canceled: false,
  timedOut: false,
});

/** Conversion webhooks are not called either: the converted object keeps its members. */
function relabel(tell: (note: string) => void): NonNullable<ClusterOptions["convert"]> {
  return async (body) => {
    tell("no conversion webhook was called: each is assumed to change nothing but the apiVersion");
    const review: { apiVersion: string; request: Conversion } = JSON.parse(body);
    const { uid, desiredAPIVersion, objects } = review.request;
    const convertedObjects = objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));
    const response = { uid, convertedObjects, result: { status: "Success" } };
    const { apiVersion } = review;
    return Buffer.from(JSON.stringify({ apiVersion, kind: "ConversionReview", response }));
  };
}

interface Conversion {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly JsonObject[];
}

/** Describes the responses that replaced calls; undefined if webhooks were really called, or there are none. */
export function whoAnswered(
  { call, answers, handlers }: Answering,
  manifests: readonly Manifest[],
): string | undefined {
  const isWebhook = ({ object }: Manifest): boolean => text(object.kind).endsWith("WebhookConfiguration");
  if (call !== undefined || !manifests.some(isWebhook)) return undefined;
  const kinds = [
    ...(handlers === undefined ? [] : ["handlers answered for their webhooks"]),
    ...(answers === undefined ? [] : ["those in the recording answered as recorded"]),
  ];
  if (kinds.length === 0)
    return "no webhook was called: each is assumed to allow the request (lint checks their certificates)";
  return `no webhook was called: ${kinds.join(", ")}, all others are assumed to allow the request`;
}

/** Marks the calls of webhooks that did not answer. */
export function withAssumed(explanation: Explanation, { call, answers, handlers }: Answering): Explanation {
  if (call !== undefined) return explanation;
  const marked = (step: Step): Step => {
    if (step.kind !== "webhook" || step.call?.outcome !== "allowed") return step;
    const answered = answers?.[step.name] !== undefined || handlers?.has(step.name) === true;
    return answered ? step : { ...step, call: { ...step.call, assumed: true } };
  };
  const { steps, objects } = explanation;
  return {
    ...explanation,
    steps: steps.map(marked),
    ...(objects && { objects: objects.map((one) => ({ ...one, steps: one.steps.map(marked) })) }),
  };
}

/** A clock that jumps over the time that recorded calls took. */
interface SkippedTime extends SteadyClock {
  /** Lets this number of milliseconds pass at once; calls that wait at the same time wait in parallel. */
  skip(milliseconds: number): Promise<void>;
}

/** Returns a clock with the time that was skipped. A request does not count what earlier requests skipped. */
function skippedTime(clock: SteadyClock): SkippedTime {
  const skipped = new VirtualTime();
  const skips: { readonly at: number; readonly total: number }[] = [];
  const before = (startedAt: number): number => skips.findLast(({ at }) => at <= startedAt)?.total ?? 0;
  return {
    now: () => clock.now() + skipped.now(),
    since: (startedAt) => clock.since(startedAt) + skipped.now() - before(startedAt),
    async skip(milliseconds) {
      await skipped.sleep(milliseconds);
      skips.push({ at: performance.now(), total: skipped.now() });
    },
  };
}
