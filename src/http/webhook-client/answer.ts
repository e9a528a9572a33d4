/** What came of calling a webhook. */
export type WebhookAnswer =
  | {
      readonly kind: "answer";
      /** 200 to 206. */
      readonly status: number;
      /** The header as sent; the empty string when there was none. */
      readonly contentType: string;
      readonly body: Buffer;
    }
  | WebhookFailure;

export interface WebhookFailure {
  readonly kind: "error";
  /** `client`: nothing could be sent (`could not get REST client: `); `call`: everything else. */
  readonly stage: "client" | "call";
  /** Go's text without the prefixes `could not get REST client: ` and `failed to call webhook: `. */
  readonly message: string;
  /** The status that metrics count: the HTTP code of the answer, that of a Status in its body, 500 or 503. */
  readonly code: number;
  /** The caller's signal ended the call. */
  readonly canceled: boolean;
  readonly timedOut: boolean;
  /** What was answered, where the status says that it is none. */
  readonly answered?: { readonly status: number; readonly contentType: string };
  /**
   * Outdated ways of a server certificate that the audit log names
   * (apiserver/pkg/util/x509metrics/server_cert_deprecations.go), and the host that has it.
   */
  readonly deprecated?: { readonly host: string; readonly missingSan: boolean; readonly sha1: boolean };
}

export interface PostOptions {
  /** Milliseconds of `performance.now()` at which the call ends. */
  readonly deadline: number;
  /** The value of the query parameter `timeout`, such as `10s`; absent: no query. */
  readonly timeoutParam?: string;
  readonly signal?: AbortSignal;
  /** Only the deadline counts, not the half minute after which a client gives up. */
  readonly noWebhookTimeout?: boolean;
  /** More headers, names and values by turns: those of a trace. */
  readonly headers?: readonly string[];
}
