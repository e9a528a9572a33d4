import type { SecureVersion } from "node:tls";

/** Which connections of TLS are accepted. */
export interface TlsSettings {
  readonly minVersion: SecureVersion;
  /** As OpenSSL writes lists of them; absent: those of Node. */
  readonly ciphers?: string;
  /** Names of key exchanges with colons between them; absent: those of Node. */
  readonly ecdhCurve?: string;
}

export const ORDINARY_TLS: TlsSettings = { minVersion: "TLSv1.2" };
