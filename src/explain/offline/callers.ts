import type { HookTarget } from "../../admission/hook.ts";
import type { TransportResult } from "../../admission/ports.ts";
import { isJsonObject, type JsonObject } from "../../api/json.ts";
import { calledAt, type WebhookService } from "../../api/webhook-client-config.ts";
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

/** Who answers for webhooks. `serviceOf`: the Service of that name, if there is one; `tell`: what the reader is to know. */
export function callers(
  { call, answers = {}, handlers = new Map() }: Answering,
  serviceOf: (namespace: string, name: string) => JsonObject | undefined,
  tell: (note: string) => void,
): Pick<ClusterOptions, "intercept" | "convert" | "serviceOverrides"> {
  const recorded = answerReviews(answers);
  const answer: typeof recorded = async (target, body) => {
    const handler = handlers.get(target.hook);
    if (handler !== undefined) return handler(body);
    const isRecorded = answers[target.hook] !== undefined;
    return (isRecorded ? undefined : withoutPort(target, serviceOf)) ?? recorded(target, body);
  };
  const convert = relabel(tell);
  if (call === undefined) return { intercept: answer, convert };
  const { services } = call;
  return {
    serviceOverrides: services,
    convert,
    intercept: async (target, body, _options, pass) => {
      if (handlers.has(target.hook)) return answer(target, body);
      const { service } = target.clientConfig;
      const known = service === undefined || services.has(`${service.namespace}/${service.name}`);
      if (known && answers[target.hook] === undefined) return pass();
      if (service === undefined || answers[target.hook] !== undefined) return answer(target, body);
      const { namespace, name } = service;
      if (serviceOf(namespace, name) === undefined)
        return unreachable(service, `service "${name}" not found`);
      if (withoutPort(target, serviceOf) !== undefined) return answer(target, body);
      tell(
        `${target.hook} was not called, it was taken to allow the request: where is its Service? --service ${namespace}/${name}=HOST:PORT`,
      );
      return answer(target, body);
    },
  };
}

/** A Service that lacks the port at which the webhook is called: nobody can answer there. */
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

/** As the server says it, which looks for the Service before it dials. */
const unreachable = (service: WebhookService, why: string): TransportResult => ({
  kind: "error",
  message: `Post "${calledAt({ service })}": ${why}`,
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
