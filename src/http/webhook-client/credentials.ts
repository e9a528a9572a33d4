/** How the server makes itself known to one webhook (apiserver/pkg/util/webhook/authentication.go). */
export interface Credentials {
  /**
   * Headers for every call, names and values by turns. Asked per call: tokens change. May throw or reject with Go's
   * text.
   */
  headers(): readonly string[] | Promise<readonly string[]>;
  /** The client certificate for new connections, PEM; asked after `headers`. May throw with Go's text. */
  clientCertificate?(): { readonly cert: string; readonly key: string } | undefined;
  /** The webhook answered 401: what is remembered may be out of date. */
  rejected?(): void;
}

/** What a credential plugin may be told about the webhook. */
export interface CredentialsTarget {
  /** `https://host:port`. */
  readonly server: string;
  /** PEM; empty: the system's roots. */
  readonly caBundle: string;
  /** Where it is another than the host of the URL. */
  readonly tlsServerName?: string;
}

/** Finds the credentials for a `host:port`. May throw with Go's text. */
export type CredentialsFor = (hostPort: string, target: CredentialsTarget) => Credentials;

export const ANONYMOUS: Credentials = { headers: () => [] };
