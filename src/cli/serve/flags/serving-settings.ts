import { DEFAULT_CIPHERS } from "node:tls";
import type { TlsSettings } from "../../../http/serve/tls-settings.ts";
import type { ServeOptions } from "../../../http/serve.ts";
import { cipherList } from "./cipher-suites.ts";
import type { ServeFlags } from "./serve-flags.ts";

/** Settings of connections. Throws in the words of the reference (component-base/cli/flag). */
export function servingSettings(
  flags: ServeFlags,
): Pick<ServeOptions, "tls" | "http2" | "goawayChance" | "maxConcurrentStreams"> {
  const http2 = !flags.disableHttp2Serving;
  const tls = tlsSettings(flags, http2);
  const { goawayChance, http2MaxStreamsPerConnection: most } = flags;
  // A value of 0 or below selects the default, as in the reference.
  return { tls, http2, goawayChance, ...(most > 0 ? { maxConcurrentStreams: most } : {}) };
}

function tlsSettings(flags: ServeFlags, http2: boolean): TlsSettings {
  const { tlsMinVersion: minVersion = "TLSv1.2", tlsCipherSuites: suites } = flags;
  const ciphers = suites.length === 0 ? undefined : cipherList(suites, http2 && minVersion !== "TLSv1.3");
  const curves = flags.tlsCurvePreferences;
  const isOld = minVersion === "TLSv1" || minVersion === "TLSv1.1";
  return {
    minVersion,
    // OpenSSL has no TLS before 1.2 above this level.
    ...(isOld ? { ciphers: `${ciphers ?? DEFAULT_CIPHERS}:@SECLEVEL=0` } : ciphers && { ciphers }),
    ...(curves && { ecdhCurve: curves }),
  };
}
