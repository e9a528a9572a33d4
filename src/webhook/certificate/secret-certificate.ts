import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { type Ask, AskError, connect } from "../lookup/ask.ts";
import { findConnection } from "../lookup/connection.ts";
import { secretName, serviceHosts } from "../manifest/options.ts";
import { tellOperator } from "../standard-error.ts";
import type { Pair, PairSource } from "../tls.ts";
import type { Kept } from "./renew.ts";
import { dataOf, keptIn } from "./secret-data.ts";

/** Options of `secretCertificate`. */
export interface SecretCertificateOptions {
  /** Name of the Service and of the configurations, as in `manifests`. The Secret has the name `<name>-tls`. */
  readonly name: string;
  /** Default `default`. */
  readonly namespace?: string;
  /** Path of a kubeconfig. Default: the service account in a pod, otherwise `KUBECONFIG` or `~/.kube/config`. */
  readonly kubeconfig?: string;
  /** Interval of the reads of the Secret, in milliseconds; default 60,000. */
  readonly everyMs?: number;
  /**
   * Time between adding a new authority to the configurations and its first certificate, in milliseconds;
   * default 600,000. API servers need that time to trust the authority.
   */
  readonly settleMs?: number;
  /** The current time, for tests; default `Date.now`. */
  readonly now?: () => number;
  /** Called with the error of a read; the certificate then stays the same. Default: a line on standard error. */
  readonly onError?: (error: Error) => void;
}

/**
 * A certificate for `serveWebhooks`. The webhooks create it, store it in a Secret, renew it, and write its certificate authority
 * to the configurations. All replicas share it. `manifests` with `certificate: "own"` contains the Secret and the necessary
 * rights. Rejects if the API server cannot be reached, or refuses a request.
 */
export async function secretCertificate(options: SecretCertificateOptions): Promise<PairSource> {
  const { everyMs = 60_000, onError = warn } = options;
  const ask = connect(findConnection(options.kubeconfig));
  let last = await look(ask, options).catch((error: unknown) => {
    ask.close();
    throw error;
  });
  return {
    pair: last.pair,
    watch(use) {
      const again = async (): Promise<void> => {
        try {
          const next = await look(ask, options);
          if (next.pair.cert !== last.pair.cert) use(next.pair);
          last = next;
        } catch (error) {
          onError(error instanceof Error ? error : new Error(String(error)));
        }
      };
      const pause = (): number => (last.isTrusted ? everyMs : Math.min(everyMs, SOON_MS));
      return repeat(again, pause, () => ask.close());
    },
  };
}

/**
 * Interval of the reads until a configuration trusts the authority, in milliseconds. The configurations are
 * created after the webhooks, and API servers cannot call the webhooks before that.
 */
const SOON_MS = 1000;

const warn = (error: Error): void =>
  tellOperator(`the certificate cannot be read or renewed: ${error.message}`);

/** Repeats a task, with a pause before each run. Returns a function that stops it. */
function repeat(run: () => Promise<void>, pause: () => number, end: () => void): () => void {
  let ended = false;
  let timer: NodeJS.Timeout;
  const plan = (): void => {
    timer = setTimeout(() => void run().then(() => ended || plan()), pause()).unref();
  };
  plan();
  return () => {
    ended = true;
    clearTimeout(timer);
    end();
  };
}

interface Look {
  readonly pair: Pair;
  /** True if a configuration contains the authority. */
  readonly isTrusted: boolean;
}

const ATTEMPTS = 5;

/** Reads the Secret, renews its certificate if necessary, and writes the authority into the configurations. */
async function look(ask: Ask, options: SecretCertificateOptions): Promise<Look> {
  for (let attempt = 1; ; attempt++) {
    try {
      const kept = await keep(ask, options);
      const isTrusted = await trustIn(ask, options.name, kept.authorities.join(""));
      return { pair: kept.serving, isTrusted };
    } catch (error) {
      // Another replica has written the Secret at the same time.
      if (!(error instanceof AskError && error.status === 409) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function keep(ask: Ask, options: SecretCertificateOptions): Promise<Kept> {
  const { name, namespace = "default", settleMs = 600_000, now = Date.now } = options;
  const path = `/api/v1/namespaces/${namespace}/secrets/${secretName({ name })}`;
  const secret = await ask(path);
  const before = keptIn(secret.data);
  // The library for certificates takes time to load.
  const { renew } = await import("./renew.ts");
  const kept = await renew(before, { now: now(), hosts: serviceHosts({ name, namespace }), settleMs });
  if (kept !== before) await ask(path, { method: "PUT", body: withData(secret, kept) });
  return kept;
}

/**
 * Keeps everything else in the Secret. Because of its resourceVersion, the API server refuses the write if
 * another replica has written the Secret since.
 */
const withData = (secret: JsonObject, kept: Kept): JsonObject => ({
  ...secret,
  data: { ...(isJsonObject(secret.data) ? secret.data : {}), ...dataOf(kept) },
});

const COLLECTIONS = ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"];

/**
 * Writes the certificate authorities into the configurations named `name`, for webhooks with the Service of
 * that name. Returns false if no such configuration exists yet.
 */
async function trustIn(ask: Ask, name: string, authorities: string): Promise<boolean> {
  const caBundle = Buffer.from(authorities).toString("base64");
  let found = false;
  for (const collection of COLLECTIONS) {
    const path = `/apis/admissionregistration.k8s.io/v1/${collection}/${name}`;
    const configuration = await ask(path).catch((error: unknown) => {
      // Configurations are created last, and most webhooks have only one of the two kinds.
      if (error instanceof AskError && error.isMissingObject) return undefined;
      throw error;
    });
    found ||= configuration !== undefined;
    const operations = outdated(configuration?.webhooks, name, caBundle);
    if (operations.length > 0) await ask(path, { method: "PATCH", body: operations });
  }
  return found;
}

/** Returns a JSON patch. It fails if the list of webhooks has changed meanwhile. */
function outdated(webhooks: Json | undefined, service: string, caBundle: string): JsonObject[] {
  if (!Array.isArray(webhooks)) return [];
  return webhooks.flatMap((webhook, index) => {
    if (!isJsonObject(webhook) || !isJsonObject(webhook.clientConfig)) return [];
    const { clientConfig } = webhook;
    const own = isJsonObject(clientConfig.service) && clientConfig.service.name === service;
    if (!own || clientConfig.caBundle === caBundle) return [];
    return [
      { op: "test", path: `/webhooks/${index}/name`, value: webhook.name ?? null },
      { op: "add", path: `/webhooks/${index}/clientConfig/caBundle`, value: caBundle },
    ];
  });
}
