import type { TransportResult } from "../../admission/ports.ts";
import type { JsonObject } from "../../api/json.ts";
import type { ClusterOptions } from "../../cluster/cluster.ts";
import type { ServiceOverrides } from "../../http/webhook-client/service-resolver.ts";
import { answerReviews, type RecordedAnswers } from "./answers.ts";

/** A review in, an answer out: a webhook in this process. */
export type Handler = (body: Uint8Array) => Promise<TransportResult>;

export interface Answering {
  /** Webhooks are really called; `services`: where their Services are. Default: they are not. */
  readonly call?: { readonly services: ServiceOverrides };
  /** What webhooks answer that are not called, by their names; those not in it allow. */
  readonly answers?: RecordedAnswers;
  /** Webhooks that answer themselves, by their names, whatever else is said of them. */
  readonly handlers?: ReadonlyMap<string, Handler>;
}

/** Who answers for webhooks. `isThere`: whether there is such a Service; `tell`: what the reader is to know. */
export function callers(
  { call, answers = {}, handlers = new Map() }: Answering,
  isThere: (namespace: string, name: string) => boolean,
  tell: (note: string) => void,
): Pick<ClusterOptions, "intercept" | "convert" | "serviceOverrides"> {
  const recorded = answerReviews(answers);
  const answer: typeof recorded = (target, body) =>
    handlers.get(target.hook)?.(body) ?? recorded(target, body);
  const convert = relabel(tell);
  if (call === undefined) return { intercept: answer, convert };
  const { services } = call;
  return {
    serviceOverrides: services,
    convert,
    intercept: async (target, body, options, pass) => {
      if (handlers.has(target.hook)) return answer(target, body);
      const { service } = target.clientConfig;
      const known = service === undefined || services.has(`${service.namespace}/${service.name}`);
      if (known && answers[target.hook] === undefined) return pass();
      if (service === undefined || answers[target.hook] !== undefined) return answer(target, body);
      const { namespace, name } = service;
      if (!isThere(namespace, name)) return notFound(name, options.timeoutParam);
      tell(
        `${target.hook} was not called, it was taken to allow the request: where is its Service? --service ${namespace}/${name}=HOST:PORT`,
      );
      return answer(target, body);
    },
  };
}

/** As the server says it, which looks for the Service before it dials. */
const notFound = (name: string, timeout: string): TransportResult => ({
  kind: "error",
  message: `Post "https://${name}.svc:443/?timeout=${timeout}": service "${name}" not found`,
  code: 503,
  canceled: false,
  timedOut: false,
});

/** Conversion webhooks are not called either: what they convert keeps its members. */
function relabel(tell: (note: string) => void): NonNullable<ClusterOptions["convert"]> {
  return async (body) => {
    tell("conversion webhooks were not called: each was taken to change nothing but the apiVersion");
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
