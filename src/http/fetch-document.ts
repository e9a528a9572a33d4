import { request } from "node:https";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { anySignal } from "../async/any-signal.ts";
import { messageOf } from "../report/describe-error.ts";
import { systemRoots } from "./webhook-client/system-roots.ts";

/** Options of a GET request. */
export interface FetchOptions {
  /** PEM of the authorities that the server's certificate is verified against; empty: those of the system. */
  readonly ca: string;
  /** Maximum size of the response body, in bytes. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** The response, with any status. */
export interface FetchedDocument {
  readonly status: number;
  /** Status code with its reason phrase: `200 OK`. */
  readonly statusText: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly body: Buffer;
}

/** Timeout of the whole exchange, redirects included, in milliseconds. */
const TIMEOUT_MS = 30_000;
const MOST_REDIRECTS = 10;

/**
 * Sends a GET over HTTPS and follows at most 10 redirects, to HTTPS addresses only. The text of an error
 * begins as in Go: `Get "URL": reason`.
 */
export async function fetchDocument(url: string, options: FetchOptions): Promise<FetchedDocument> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal === undefined ? timeout : anySignal([timeout, options.signal]);
  let at = url;
  for (let hops = 0; hops < MOST_REDIRECTS; hops++) {
    const { location, ...document } = await get(at, { ...options, signal });
    if (location === undefined) return document;
    at = new URL(location, at).href;
  }
  throw new Error(`Get ${JSON.stringify(at)}: stopped after ${MOST_REDIRECTS} redirects`);
}

type Answer = FetchedDocument & { readonly location: string | undefined };

function get(url: string, { ca, maxBytes, signal }: FetchOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(new Error(`Get ${JSON.stringify(url)}: ${messageOf(error)}`, { cause: error }));
    if (!url.startsWith("https://")) {
      fail(new Error("only https is supported"));
      return;
    }
    const sent = request(
      url,
      {
        ca: ca === "" ? systemRoots() : ca,
        minVersion: "TLSv1.2",
        checkServerIdentity: namedIdentity,
        headers: { accept: "application/json" },
        agent: false,
        signal,
      },
      (answer) => {
        const { statusCode: status = 0, statusMessage = "", headers } = answer;
        const chunks: Buffer[] = [];
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > maxBytes) answer.destroy(new Error(`the response is longer than ${maxBytes} bytes`));
        });
        answer.on("error", fail);
        answer.on("end", () =>
          resolve({
            status,
            statusText: `${status} ${statusMessage}`,
            contentType: headers["content-type"] ?? "",
            cacheControl: headers["cache-control"] ?? "",
            body: Buffer.concat(chunks),
            location: status >= 301 && status <= 308 ? headers.location : undefined,
          }),
        );
      },
    );
    sent.on("error", fail);
    sent.end();
  });
}

/** Checks the server's name against the SAN extension only: like Go, it does not accept a common name. */
function namedIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  if (certificate.subjectaltname === undefined)
    return new Error(
      "tls: failed to verify certificate: x509: certificate relies on legacy Common Name field, use SANs instead",
    );
  return checkServerIdentity(host, certificate);
}
