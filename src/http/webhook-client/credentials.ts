/** How the server makes itself known to one webhook (spec 8.8). */
export interface Credentials {
  /** Headers for every call, names and values by turns. Asked per call: tokens change. May reject with Go's text. */
  headers(): readonly string[] | Promise<readonly string[]>;
  /** The client certificate for new connections, PEM. May throw with Go's text. */
  clientCertificate?(): { readonly cert: string; readonly key: string } | undefined;
}

export const ANONYMOUS: Credentials = { headers: () => [] };
