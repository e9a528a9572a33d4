import type { SecureVersion } from "node:tls";

/** TLS versions and ciphers that the server accepts. */
export interface TlsSettings {
  readonly minVersion: SecureVersion;
  /** Cipher list in OpenSSL's syntax; absent: the ciphers of Node. */
  readonly ciphers?: string;
  /** Names of key exchanges, separated by colons; absent: those of Node. */
  readonly ecdhCurve?: string;
}

export const ORDINARY_TLS: TlsSettings = { minVersion: "TLSv1.2" };
