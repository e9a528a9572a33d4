import type { Json } from "../../json/value.ts";

/** Credentials of the server for one webhook (apiserver/pkg/util/webhook/authentication.go). */
export interface Credentials {
  /**
   * Returns the headers for a call, names and values in turn. Called for every call, because tokens change.
   * May throw or reject with Go's text.
   */
  headers(): readonly string[] | Promise<readonly string[]>;
  /** Returns the client certificate for new connections, PEM; called after `headers`. May throw with Go's text. */
  clientCertificate?(): { readonly cert: string; readonly key: string } | undefined;
  /** Called when the webhook answered 401: cached credentials may be out of date. */
  rejected?(): void;
}

/** Information about the webhook that a credential plugin can receive. */
export interface CredentialsTarget {
  /** `https://host:port`. */
  readonly server: string;
  /** PEM of the authorities; empty: the system's roots. */
  readonly caBundle: string;
  /** Name in the server's certificate, if it differs from the host of the URL. */
  readonly tlsServerName?: string;
  /** True: the server's certificate is not verified. */
  readonly insecure?: boolean;
  /** Extension of the cluster for plugins (`client.authentication.k8s.io/exec`). */
  readonly extension?: Json;
}

/** Returns the credentials for a `host:port`. May throw with Go's text. */
export type CredentialsFor = (hostPort: string, target: CredentialsTarget) => Credentials;

export const ANONYMOUS: Credentials = { headers: () => [] };
