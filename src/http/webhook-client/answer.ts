import type { Cancellation } from "../../async/cancellation.ts";
import type { AnsweredStatus } from "./response-error.ts";

/** Result of a call to a webhook. */
export type WebhookAnswer =
  | {
      readonly kind: "answer";
      /** HTTP status, 200 to 206. */
      readonly status: number;
      /** `Content-Type` header as sent; empty if there was none. */
      readonly contentType: string;
      readonly body: Buffer;
    }
  | WebhookFailure;

/** A call without a usable response. */
export interface WebhookFailure {
  readonly kind: "error";
  /** `client`: the request could not be sent (`could not get REST client: `); `call`: everything else. */
  readonly stage: "client" | "call";
  /** Go's text without the prefixes `could not get REST client: ` and `failed to call webhook: `. */
  readonly message: string;
  /** Status that metrics count: the HTTP code of the response, that of a Status in its body, 500 or 503. */
  readonly code: number;
  /** True if the caller's signal ended the call. */
  readonly canceled: boolean;
  readonly timedOut: boolean;
  /** Status and content type of a response whose status makes it a failure. */
  readonly answered?: AnsweredStatus;
  /**
   * Deprecated properties of a server certificate that the audit log records
   * (apiserver/pkg/util/x509metrics/server_cert_deprecations.go), and the host of that server.
   */
  readonly deprecated?: { readonly host: string; readonly missingSan: boolean; readonly sha1: boolean };
}

/** Options of one call. */
export interface PostOptions {
  /** Time at which the call ends, in milliseconds of `performance.now()`. */
  readonly deadline: number;
  /** Value of the query parameter `timeout`, such as `10s`; absent: no query. */
  readonly timeoutParam?: string;
  readonly signal?: Cancellation;
  /** True: only the deadline ends the call, not the client's own timeout of 30 seconds. */
  readonly noWebhookTimeout?: boolean;
  /** Additional headers, names and values in turn: those of a trace. */
  readonly headers?: readonly string[];
}
