import type { TLSSocket } from "node:tls";
import { parseCaBundle } from "../../crypto/x509/ca-bundle.ts";
import { CertificatePool } from "../verify/certificate-pool.ts";
import { shownBy, vouchesFor } from "../verify/verify-certificate.ts";

/** Authorities of clients and of proxies. */
export interface Authorities {
  readonly clients: CertificatePool;
  /** Undefined: there are no proxies. */
  readonly proxies: CertificatePool | undefined;
}

/** Authorities from PEM texts: of clients, and of proxies if there are any. */
export const authoritiesIn = (clientCa: string, proxyCa?: string): Authorities => ({
  clients: poolOf(clientCa),
  proxies: proxyCa === undefined ? undefined : poolOf(proxyCa),
});

function poolOf(pem: string): CertificatePool {
  const bundle = parseCaBundle(pem);
  return new CertificatePool(bundle.kind === "certificates" ? bundle.certificates : []);
}

/**
 * Finds out if the authorities of clients and those of proxies accept a client's certificate. OpenSSL's own
 * result is used only for a resumed session, because OpenSSL keeps only the first certificate of it.
 * Otherwise our verification decides: OpenSSL refuses certificates whose extended key usage is "any".
 */
export async function vouchedBy(
  socket: TLSSocket,
  { clients, proxies }: Authorities,
): Promise<{ readonly clients: boolean; readonly proxies: boolean }> {
  const shown = shownBy(socket);
  const now = Date.now();
  const isKept = proxies === undefined && socket.isSessionReused() && socket.authorized;
  return {
    clients: isKept || (await vouchesFor(clients, shown, now)),
    proxies: proxies !== undefined && (await vouchesFor(proxies, shown, now)),
  };
}
