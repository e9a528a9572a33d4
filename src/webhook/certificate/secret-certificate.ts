import { isJsonObject, type JsonObject } from "../../api/json.ts";
import { type Ask, AskError, connect } from "../lookup/ask.ts";
import { findConnection } from "../lookup/connection.ts";
import { secretName, serviceHosts } from "../manifest/options.ts";
import { tellOperator } from "../standard-error.ts";
import type { Pair, PairSource } from "../tls.ts";
import type { Kept } from "./renew.ts";
import { dataOf, keptIn } from "./secret-data.ts";
import { trustIn } from "./trust.ts";

/** Options of `secretCertificate`. */
export interface SecretCertificateOptions {
  /** Name of the Service and of the configurations, as in `manifests`. The Secret has the name `<name>-tls`. */
  readonly name: string;
  /** Default `default`. */
  readonly namespace?: string;
  /** Default: in a pod its service account, else `KUBECONFIG` or `~/.kube/config`. */
  readonly kubeconfig?: string;
  /** How often the Secret is read, in milliseconds; default 60,000. */
  readonly everyMs?: number;
  /** How long a new authority is in the configurations before it issues the certificate, in milliseconds; default 600,000. */
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

/** The configurations are applied after the webhooks, and nobody can call them before they know the authority. */
const SOON_MS = 1000;

const warn = (error: Error): void => tellOperator(`the certificate cannot be looked after: ${error.message}`);

/** One after the other, with a pause before each; returns what ends it. */
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
  /** Some configuration names who vouches for it. */
  readonly isTrusted: boolean;
}

const ATTEMPTS = 5;

/** What the Secret says, renewed if it is time; the configurations know of it afterwards. */
async function look(ask: Ask, options: SecretCertificateOptions): Promise<Look> {
  for (let attempt = 1; ; attempt++) {
    try {
      const kept = await keep(ask, options);
      const isTrusted = await trustIn(ask, options.name, kept.authorities.join(""));
      return { pair: kept.serving, isTrusted };
    } catch (error) {
      // Another replica was faster.
      if (!(error instanceof AskError && error.status === 409) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function keep(ask: Ask, options: SecretCertificateOptions): Promise<Kept> {
  const { name, namespace = "default", settleMs = 600_000, now = Date.now } = options;
  const path = `/api/v1/namespaces/${namespace}/secrets/${secretName({ name })}`;
  const secret = await ask(path);
  const before = keptIn(secret.data);
  // The library that makes certificates takes time to load.
  const { renew } = await import("./renew.ts");
  const kept = await renew(before, { now: now(), hosts: serviceHosts({ name, namespace }), settleMs });
  if (kept !== before) await ask(path, { method: "PUT", body: withData(secret, kept) });
  return kept;
}

/** Everything else in the Secret stays. Its resourceVersion makes the API server refuse it when somebody else was faster. */
const withData = (secret: JsonObject, kept: Kept): JsonObject => ({
  ...secret,
  data: { ...(isJsonObject(secret.data) ? secret.data : {}), ...dataOf(kept) },
});
