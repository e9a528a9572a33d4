import { createSecureContext, type SecureContext } from "node:tls";
import { parseCaBundle } from "../../crypto/x509/ca-bundle.ts";
import type { Certificate } from "../../crypto/x509/certificate.ts";
import { messageOf } from "../../report/describe-error.ts";
import { CertificatePool } from "../verify/certificate-pool.ts";
import type { Credentials } from "./credentials.ts";
import { goError } from "./go-error.ts";
import { systemRoots } from "./system-roots.ts";

/** TLS settings for one target: the client certificate and the trusted authorities. */
export interface Trust {
  secureContext(): SecureContext;
  roots(): CertificatePool;
}

/** Reads the settings. Throws with Go's text if the bundle or the client certificate cannot be used. */
export function trustOf(
  caBundle: string,
  credentials: Pick<Credentials, "clientCertificate">,
  system: () => CertificatePool,
): Trust {
  const bundle = caBundle === "" ? undefined : parseCaBundle(caBundle);
  if (bundle?.kind === "error") throw goError(bundle.message);
  let shown: { cert: string; key: string } | undefined;
  let context: SecureContext | undefined;
  const secureContext = () => {
    const own = credentials.clientCertificate?.();
    if (context !== undefined && own?.cert === shown?.cert && own?.key === shown?.key) return context;
    context = clientContext(own);
    shown = own;
    return context;
  };
  const roots = bundle === undefined ? system : remembered(() => new CertificatePool(bundle.certificates));
  return { secureContext, roots };
}

/**
 * Creates a TLS context with a client certificate; undefined: without one. Throws with Go's text if the
 * certificate cannot be used.
 */
export function clientContext(own: { cert: string; key: string } | undefined): SecureContext {
  try {
    // OpenSSL trusts no authority here: `verifyCertificates` decides.
    return createSecureContext({ ca: [], minVersion: "TLSv1.2", ...own });
  } catch (error) {
    const text = messageOf(error);
    if (own === undefined) throw error;
    if (!own.cert.includes("-----BEGIN"))
      throw goError("tls: failed to find any PEM data in certificate input", error);
    if (!own.key.includes("-----BEGIN"))
      throw goError("tls: failed to find any PEM data in key input", error);
    if (/mismatch/i.test(text)) throw goError("tls: private key does not match public key", error);
    throw goError(`tls: failed to parse private key`, error);
  }
}

function certificatesIn(pem: string): readonly Certificate[] {
  const parsed = parseCaBundle(pem);
  return parsed.kind === "certificates" ? parsed.certificates : [];
}

/** Pool for targets without a CA, created when it is first used. `pem`: default the roots of the system. */
export const systemPool = (pem: () => string = systemRoots): (() => CertificatePool) =>
  remembered(() => new CertificatePool(certificatesIn(pem())));

function remembered<T>(make: () => T): () => T {
  let value: { readonly made: T } | undefined;
  return () => {
    value ??= { made: make() };
    return value.made;
  };
}
