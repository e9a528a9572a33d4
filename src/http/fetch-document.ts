import { request } from "node:https";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { anySignal } from "../api/any-signal.ts";
import { messageOf } from "../api/describe-error.ts";
import { systemRoots } from "./webhook-client/system-roots.ts";

export interface FetchOptions {
  /** PEM of the authorities that vouch for the other side; empty: the system's. */
  readonly ca: string;
  /** Most bytes of an answer. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface FetchedDocument {
  readonly status: number;
  /** `200 OK`. */
  readonly statusText: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly body: Buffer;
}

/** A whole exchange may take this long. */
const TIMEOUT_MS = 30_000;
const MOST_REDIRECTS = 10;

/** A GET over HTTPS, with redirects to other HTTPS addresses. Rejects with Go's beginning of the text: `Get "URL": why`. */
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
          if (bytes > maxBytes) answer.destroy(new Error(`an answer may have ${maxBytes} bytes`));
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

/** A common name is no name of a server, as in Go. */
function namedIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  if (certificate.subjectaltname === undefined)
    return new Error(
      "tls: failed to verify certificate: x509: certificate relies on legacy Common Name field, use SANs instead",
    );
  return checkServerIdentity(host, certificate);
}
