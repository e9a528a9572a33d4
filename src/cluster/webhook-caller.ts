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

interface WebhookCallerOptions {
  /** `ns/name` → `host:port`. They have precedence over the Services of the store. */
  readonly overrides: ServiceOverrides;
  readonly services: ServiceLookup;
  /** Returns the credentials of the server for a `host:port`, for each plugin. */
  readonly mutatingCredentials?: CredentialsFor | undefined;
  readonly validatingCredentials?: CredentialsFor | undefined;
  /** True if calls have no time limit: a day instead of `timeoutMs`. */
  readonly noWebhookTimeout: boolean;
  readonly own: OwnServer;
}

/** One day, in milliseconds. */
const NO_TIMEOUT_MS = 86_400_000;
/**
 * Largest response of admission webhooks, in bytes. The reference has no limit, but reading a response here
 * blocks the event loop. The largest part of a review is its patch: that of a complete object of 3 MiB fits,
 * including base64. A conversion response (`MAX_CONVERSION`) has as many objects as its request.
 */
const MAX_REVIEW = 8 << 20;
const MAX_CONVERSION = 64 << 20;

/** Connects the targets of the server with HTTP clients. A client exists as long as its configuration. */
export function createWebhookCaller(options: WebhookCallerOptions): WebhookCaller {
  const { mutatingCredentials, validatingCredentials, noWebhookTimeout } = options;
  const uses: Readonly<Record<Phase, WebhookUse>> = {
    mutating: { name: "mutating", maxBody: MAX_REVIEW, credentialsFor: mutatingCredentials },
    validating: { name: "validating", maxBody: MAX_REVIEW, credentialsFor: validatingCredentials },
    // Conversion webhooks get no credentials.
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

/** Returns the lookups of Service addresses: those of the store, and the overrides. */
export function lookupsOf({
  services,
  overrides,
}: Pick<WebhookCallerOptions, "services" | "overrides">): ServiceLookups {
  return { overrides, serviceOf: services.service, endpointSlicesOf: services.endpointSlices };
}

/** Converts the result of a call into the terms of the admission engine. */
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
