import { X509Certificate } from "node:crypto";
import type { DetailedPeerCertificate } from "node:tls";
import { pemText, readPem } from "../../api/pem.ts";
import { isPlainCertificate } from "../../api/x509/ca-bundle.ts";

/** Authorities of clients and of proxies, by the fingerprints of their certificates. */
export interface Authorities {
  readonly clients: ReadonlySet<string>;
  readonly proxies: ReadonlySet<string>;
}

/** Undefined: there are no proxies. */
export function authoritiesIn(clientCa = "", proxyCa?: string): Authorities | undefined {
  if (proxyCa === undefined) return undefined;
  return { clients: fingerprintsIn(clientCa), proxies: fingerprintsIn(proxyCa) };
}

const fingerprintsIn = (pem: string): ReadonlySet<string> =>
  new Set(
    readPem(pem)
      .blocks.filter(isPlainCertificate)
      .map((block) => new X509Certificate(pemText(block)).fingerprint256),
  );

/** Certificates of a chain that are looked at. */
const LONGEST_CHAIN = 20;

/** Whose authorities stand in the chain of a certificate that has been verified against all of them. */
export function vouchedBy(
  leaf: DetailedPeerCertificate,
  { clients, proxies }: Authorities,
): { readonly clients: boolean; readonly proxies: boolean } {
  const chain = chainOf(leaf);
  return {
    clients: chain.some((fingerprint) => clients.has(fingerprint)),
    proxies: chain.some((fingerprint) => proxies.has(fingerprint)),
  };
}

/** Without the leaf, unless it is its own authority. A root is its own issuer. */
function chainOf(leaf: DetailedPeerCertificate): readonly string[] {
  const fingerprints: string[] = [];
  let at = leaf;
  for (let length = 0; length < LONGEST_CHAIN; length++) {
    const { issuerCertificate: issuer } = at;
    if (issuer === undefined) break;
    fingerprints.push(issuer.fingerprint256);
    if (issuer === at) break;
    at = issuer;
  }
  return fingerprints;
}
