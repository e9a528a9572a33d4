import type { HookTarget } from "../admission/hook.ts";
import type { CallOptions, TransportResult } from "../admission/ports.ts";
import type { WebhookAnswer } from "../http/webhook-client/answer.ts";
import type { WebhookClient } from "../http/webhook-client/client.ts";
import type { CredentialsFor } from "../http/webhook-client/credentials.ts";
import {
  resolveService,
  type ServiceLookups,
  type ServiceOverrides,
} from "../http/webhook-client/service-resolver.ts";
import type { ClientConfig } from "../http/webhook-client/target.ts";
import { createWebhookTransport, type WebhookTransport } from "../http/webhook-client/transport.ts";
import type { CallConversion, ServiceLookup } from "../server/options.ts";

export interface WebhookCallerOptions {
  /** `ns/name` → `host:port`: looked at before the store's Services. */
  readonly overrides: ServiceOverrides;
  /** Per plugin: who the server is for a `host:port`. */
  readonly mutatingCredentials?: CredentialsFor;
  readonly validatingCredentials?: CredentialsFor;
  /** No call ends before its webhook has answered. */
  readonly patient?: boolean;
}

export interface WebhookCaller {
  call(
    target: HookTarget,
    body: Uint8Array,
    options: CallOptions,
    services: ServiceLookup,
  ): Promise<TransportResult>;
  /** Asks a conversion webhook. Throws an Error with Go's text. */
  convert: CallConversion;
  close(): Promise<void>;
}

/** A day. */
const PATIENCE_MS = 86_400_000;
/**
 * Bytes that an answer may have. The reference knows no limit; but what is read here is read while nobody else has a turn.
 * A review holds a patch at the most: that of a whole object of 3 MiB fits, base64 included. A conversion holds as many
 * objects as were asked about.
 */
const MAX_REVIEW = 8 << 20;
const MAX_CONVERSION = 64 << 20;
const CONVERSION_MS = 30_000;
const CONVERSION_TIMEOUT = "30s";

/** Between the engine's hook targets and the clients that reach them; a target keeps its client as long as it lives. */
export function createWebhookCaller(options: WebhookCallerOptions): WebhookCaller {
  let lookup: ServiceLookup | undefined;
  const transportFor = (credentialsFor: CredentialsFor | undefined, maxBody: number): WebhookTransport =>
    createWebhookTransport({
      maxBody,
      resolveService: (service) => resolveService(service, lookupsOf(lookup, options.overrides)),
      ...(credentialsFor === undefined ? {} : { credentialsFor }),
    });
  const transports = {
    mutating: transportFor(options.mutatingCredentials, MAX_REVIEW),
    validating: transportFor(options.validatingCredentials, MAX_REVIEW),
  };
  // Who asks for conversions shows no credentials.
  const conversions = transportFor(undefined, MAX_CONVERSION);
  const clients = new WeakMap<HookTarget, WebhookClient>();
  const clientOf = (target: HookTarget): WebhookClient => {
    const known = clients.get(target);
    if (known !== undefined) return known;
    const client = transports[target.phase].prepare(configOf(target));
    clients.set(target, client);
    return client;
  };
  return {
    async call(target, body, { timeoutMs, timeoutParam, signal }, services) {
      lookup = services;
      const answer = await clientOf(target).post(body, {
        deadline: performance.now() + (options.patient === true ? PATIENCE_MS : timeoutMs),
        timeoutParam,
        patient: options.patient === true,
        ...(signal === undefined ? {} : { signal }),
      });
      return resultOf(answer);
    },
    async convert({ caBundle, ...client }, body, services) {
      lookup = services;
      const pem = caBundle === undefined ? {} : { caBundle: Buffer.from(caBundle, "base64").toString() };
      const answer = await conversions
        .prepare({ ...client, ...pem })
        .post(body, { deadline: performance.now() + CONVERSION_MS, timeoutParam: CONVERSION_TIMEOUT });
      if (answer.kind === "answer") return answer.body;
      throw new Error(answer.message);
    },
    async close() {
      await Promise.all([transports.mutating, transports.validating, conversions].map((one) => one.close()));
    },
  };
}

function lookupsOf(lookup: ServiceLookup | undefined, overrides: ServiceOverrides): ServiceLookups {
  return {
    overrides,
    serviceOf: (namespace, name) => lookup?.service(namespace, name),
    endpointSlicesOf: (namespace, name) => lookup?.endpointSlices(namespace, name) ?? [],
  };
}

function configOf({ clientConfig }: HookTarget): ClientConfig {
  const { url, service, caBundle } = clientConfig;
  return {
    ...(url === undefined ? {} : { url }),
    ...(service === undefined ? {} : { service }),
    ...(caBundle === undefined ? {} : { caBundle }),
  };
}

function resultOf(answer: WebhookAnswer): TransportResult {
  if (answer.kind === "answer") return answer;
  const { message, code, canceled, timedOut, stage, deprecated } = answer;
  const certificates =
    deprecated === undefined
      ? []
      : [
          ...(deprecated.missingSan ? [{ kind: "missing-san", host: deprecated.host } as const] : []),
          ...(deprecated.sha1 ? [{ kind: "insecure-sha1", host: deprecated.host } as const] : []),
        ];
  return { kind: "error", message, code, canceled, timedOut, unusable: stage === "client", certificates };
}
