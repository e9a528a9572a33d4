import type { TransportResult } from "../admission/ports.ts";
import type { WebhookClientConfig } from "../api/webhook-client-config.ts";
import type { WebhookAnswer } from "../http/webhook-client/answer.ts";
import type { WebhookClient } from "../http/webhook-client/client.ts";
import type { CredentialsFor } from "../http/webhook-client/credentials.ts";
import {
  resolveService,
  type ServiceLookups,
  type ServiceOverrides,
} from "../http/webhook-client/service-resolver.ts";
import { createWebhookTransport, type WebhookUse } from "../http/webhook-client/transport.ts";
import type { ServiceLookup, WebhookCaller } from "../server/options.ts";
import { callOwn, type OwnServer, ownPathOf } from "./own-webhook.ts";

export interface WebhookCallerOptions {
  /** `ns/name` → `host:port`: looked at before the store's Services. */
  readonly overrides: ServiceOverrides;
  readonly services: ServiceLookup;
  /** Per plugin: who the server is for a `host:port`. */
  readonly mutatingCredentials?: CredentialsFor | undefined;
  readonly validatingCredentials?: CredentialsFor | undefined;
  /** No call ends before its webhook has answered. */
  readonly noWebhookTimeout: boolean;
  readonly own: OwnServer;
}

/** A day. */
const NO_TIMEOUT_MS = 86_400_000;
/**
 * Bytes that an answer may have. The reference knows no limit; but what is read here is read while nobody else has a turn.
 * A review holds a patch at the most: that of a whole object of 3 MiB fits, base64 included. A conversion holds as many
 * objects as were asked about.
 */
const MAX_REVIEW = 8 << 20;
const MAX_CONVERSION = 64 << 20;

/** Between the server's targets and the clients that reach them; a client is kept as long as its configuration lives. */
export function createWebhookCaller(options: WebhookCallerOptions): WebhookCaller {
  const { mutatingCredentials, validatingCredentials, noWebhookTimeout } = options;
  const uses: Readonly<Record<Phase, WebhookUse>> = {
    mutating: { name: "mutating", maxBody: MAX_REVIEW, credentialsFor: mutatingCredentials },
    validating: { name: "validating", maxBody: MAX_REVIEW, credentialsFor: validatingCredentials },
    // Who asks for conversions shows no credentials.
    conversion: { name: "conversion", maxBody: MAX_CONVERSION },
  };
  const lookups = lookupsOf(options);
  const transport = createWebhookTransport({ resolveService: (service) => resolveService(service, lookups) });
  const clients = new WeakMap<WebhookClientConfig, WebhookClient>();
  const isElsewhere = options.overrides.has("default/kubernetes");
  const clientOf = (config: WebhookClientConfig, phase: Phase): WebhookClient => {
    const known = clients.get(config);
    if (known !== undefined) return known;
    const client = transport.prepare(config, uses[phase]);
    clients.set(config, client);
    return client;
  };
  return {
    async call({ clientConfig, phase }, body, callOptions) {
      const ownPath = isElsewhere ? undefined : ownPathOf(clientConfig);
      if (ownPath !== undefined) return callOwn(options.own, ownPath, body, callOptions);
      const { timeoutMs, timeoutParam, signal } = callOptions;
      const answer = await clientOf(clientConfig, phase).post(body, {
        deadline: performance.now() + (noWebhookTimeout ? NO_TIMEOUT_MS : timeoutMs),
        timeoutParam,
        noWebhookTimeout,
        ...(signal === undefined ? {} : { signal }),
      });
      return transportResult(answer);
    },
    close: () => transport.close(),
  };
}

type Phase = Parameters<WebhookCaller["call"]>[0]["phase"];

/** Where Services are reached: those of the store, and those that are said to be elsewhere. */
export function lookupsOf({
  services,
  overrides,
}: Pick<WebhookCallerOptions, "services" | "overrides">): ServiceLookups {
  return { overrides, serviceOf: services.service, endpointSlicesOf: services.endpointSlices };
}

/** What came of a call, in the words of the admission engine. */
export function transportResult(answer: WebhookAnswer): TransportResult {
  if (answer.kind === "answer") return answer;
  const { message, code, canceled, timedOut, stage, deprecated, answered } = answer;
  const certificates =
    deprecated === undefined
      ? []
      : [
          ...(deprecated.missingSan ? [{ kind: "missing-san", host: deprecated.host } as const] : []),
          ...(deprecated.sha1 ? [{ kind: "insecure-sha1", host: deprecated.host } as const] : []),
        ];
  const facts = answered === undefined ? {} : { answered };
  return {
    kind: "error",
    message,
    code,
    canceled,
    timedOut,
    unusable: stage === "client",
    certificates,
    ...facts,
  };
}
