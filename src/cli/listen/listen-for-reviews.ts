import { isIP } from "node:net";
import { TokenBucket } from "../../async/token-bucket.ts";
import { isDeeperThan } from "../../json/depth.ts";
import { MAX_DEPTH } from "../../json/parse/scan.ts";
import type { JsonObject } from "../../json/value.ts";
import type { RecordedRequest } from "../../recording/recording.ts";
import { recordedReview } from "../../recording/review/recorded-review.ts";
import {
  manifests,
  type Rule,
  type ServeWebhooksOptions,
  serveWebhooks,
  validating,
  type WebhookRequest,
} from "../../webhook/index.ts";
import { selfSigned } from "../../webhook/tls.ts";
import { readNamed } from "../read-named.ts";
import { askedRules, placed, selectorOf } from "./configuration.ts";
import type { ListenFlags } from "./listen-flags.ts";
import { WaitingRequests } from "./waiting-requests.ts";

/** Counts of the reviews, by outcome. */
interface ListenCounts {
  taken: number;
  /** There came more than are taken, or than there was room for. */
  leftOut: number;
  /** They were no requests. */
  unreadable: number;
}

/** A webhook that collects the requests of an API server. */
export interface Listening {
  /** One after the other; ends with `close`. */
  readonly requests: AsyncIterable<RecordedRequest>;
  readonly counts: ListenCounts;
  /** Address on which the webhook listens. */
  readonly address: string;
  /** Webhook configuration to apply to an API server. */
  readonly configuration: JsonObject;
  /** Returns the configuration with these rules, unless flags give rules. */
  configurationFor(rules: readonly Rule[]): Promise<JsonObject>;
  /** Takes no more; what waits is still handed out. */
  close(): Promise<void>;
}

interface ListenOptions extends ListenFlags {
  /** Name in the configuration: `sallyport-record`. */
  readonly name: string;
  /** Rules of the webhook if no flag gives any. */
  readonly rules: readonly Rule[];
}

/** Timeout in the configuration, in seconds: the webhook answers at once, so API servers need not wait longer. */
const TIMEOUT_SECONDS = 2;

/** A validating webhook that allows every request and passes it on; its answer does not wait for further work. */
export async function listenForReviews(options: ListenOptions): Promise<Listening> {
  const { host, port } = addressOf(options.listen);
  const requests = new WaitingRequests();
  const counts: ListenCounts = { taken: 0, leftOut: 0, unreadable: 0 };
  const bucket = new TokenBucket({ perSecond: options.rate });
  const take = (request: WebhookRequest): void => {
    const review = reviewed(request);
    const read = isDeeperThan(review, MAX_DEPTH)
      ? undefined
      : recordedReview(review, new Date().toISOString());
    if (read === undefined) counts.unreadable += 1;
    else if (bucket.take() && requests.add(read, sizeOf(request))) counts.taken += 1;
    else counts.leftOut += 1;
  };
  const webhookFor = (rules: readonly Rule[]) =>
    validating(
      {
        path: "/",
        name: `${options.name}.sallyport.example.com`,
        rules: askedRules(options, rules),
        failurePolicy: "Ignore",
        sideEffects: "None",
        timeoutSeconds: TIMEOUT_SECONDS,
        ...(options.inNamespace.length > 0 && { namespaceSelector: selectorOf(options.inNamespace) }),
      },
      (_object, request) => {
        try {
          take(request);
        } catch {
          // The webhook allows every request, whatever it contains.
          counts.unreadable += 1;
        }
        return true;
      },
    );
  const { tls, caBundle } = await certificateOf(options, host);
  const server = await serveWebhooks([webhookFor(options.rules)], {
    host,
    port,
    tls,
    ...(options.clientCaFile !== undefined && {
      clientCa: await readNamed(options.clientCaFile, "--client-ca-file"),
    }),
  });
  const configurationFor = async (rules: readonly Rule[]): Promise<JsonObject> => {
    const [configuration] = await manifests([webhookFor(rules)], {
      name: options.name,
      url: options.url ?? server.url,
      ...(caBundle !== undefined && { caBundle }),
    });
    if (configuration === undefined) throw new Error("there is nothing to be asked about");
    return placed(configuration, options.viaService);
  };
  return {
    requests,
    counts,
    address: server.url,
    configuration: await configurationFor(options.rules),
    configurationFor,
    async close() {
      await server.close();
      requests.end();
    },
  };
}

function addressOf(listen: string): { host: string; port: number } {
  const at = listen.lastIndexOf(":");
  const host = listen.slice(0, Math.max(at, 0)).replace(/^\[|\]$/g, "") || "127.0.0.1";
  const port = Number(listen.slice(at + 1));
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || listen.slice(at + 1) === "")
    throw new Error(`--listen: ${JSON.stringify(listen)} is not an address, such as 127.0.0.1:9443`);
  return { host, port };
}

/** Returns the contents of the review that the webhook received. */
function reviewed(request: WebhookRequest): JsonObject {
  const { uid, operation, subresource, name, namespace, dryRun, options } = request;
  const { object, oldObject, user, resource } = request;
  return {
    uid,
    operation,
    subResource: subresource,
    name,
    namespace,
    dryRun,
    options,
    object,
    oldObject,
    userInfo: user,
    resource,
  } as unknown as JsonObject;
}

/** Length of the request's objects as JSON text, in characters. */
const sizeOf = ({ object, oldObject }: WebhookRequest): number =>
  JSON.stringify(object).length + JSON.stringify(oldObject).length;

/**
 * Returns the certificate of the webhook. A generated certificate is valid for the names that the API server
 * uses for its calls.
 */
async function certificateOf(
  options: ListenFlags,
  host: string,
): Promise<{ tls: NonNullable<ServeWebhooksOptions["tls"]>; caBundle?: string }> {
  const { tlsCertFile: certFile, tlsPrivateKeyFile: keyFile, url, viaService } = options;
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new Error("--tls-cert-file and --tls-private-key-file belong together: give both or neither");
  if (certFile !== undefined && keyFile !== undefined) {
    const pem = await readNamed(certFile, "--tls-cert-file");
    return { tls: { certFile, keyFile }, caBundle: Buffer.from(pem).toString("base64") };
  }
  const service = viaService === undefined ? [] : [serviceHost(viaService)];
  const names = url === undefined ? [] : [new URL(url).hostname.replace(/^\[|\]$/g, "")];
  const hosts = [...new Set([...service, ...names, host])].filter((one) => isIP(one) === 0 || !isAny(one));
  const { serving, caBundle } = await selfSigned(hosts);
  return { tls: serving, caBundle };
}

const isAny = (address: string): boolean => address === "0.0.0.0" || address === "::";

function serviceHost(service: string): string {
  const [namespace, name] = service.split("/");
  if (!namespace || !name)
    throw new Error(`--via-service: ${JSON.stringify(service)} must look like namespace/name`);
  return `${name}.${namespace}.svc`;
}
