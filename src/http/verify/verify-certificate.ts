import type { TLSSocket } from "node:tls";
import { type Certificate, readCertificate } from "../../crypto/x509/certificate.ts";
import { buildChains, type Chain } from "./build-chains.ts";
import { CertificatePool } from "./certificate-pool.ts";
import { constraintProblem } from "./check-constraints.ts";
import { policiesFit } from "./check-policies.ts";
import { validityProblem } from "./validity.ts";
import { verifyName } from "./verify-name.ts";

/** Requirements on the certificate of a server. */
export interface Expectation {
  readonly roots: CertificatePool;
  /** DNS name or address that the certificate has to be valid for. */
  readonly serverName: string;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
}

/** Maximum size of a server's RSA keys: checking signatures of longer ones would take too long. */
const MAX_RSA_BITS = 8192;

/**
 * Verifies the certificates of a server, its own first. Returns undefined if they are valid for the expected
 * server, otherwise the text of Go's crypto/tls (`verifyServerCertificate`). OpenSSL's result is not used,
 * because OpenSSL builds chains in another way.
 */
export async function verifyCertificates(
  shown: readonly Buffer[],
  expected: Expectation,
): Promise<string | undefined> {
  const certificates: Certificate[] = [];
  for (const der of shown) {
    const certificate = readCertificate(der);
    if (typeof certificate === "string")
      return `tls: failed to parse certificate from server: ${certificate}`;
    if (rsaBits(certificate) > MAX_RSA_BITS)
      return `tls: server sent certificate containing RSA key larger than ${MAX_RSA_BITS} bits`;
    certificates.push(certificate);
  }
  const [leaf, ...intermediates] = certificates;
  if (leaf === undefined) return "tls: received empty certificates message";
  const name = verifyName(leaf, expected.serverName);
  const problem = await verify(leaf, new CertificatePool(intermediates), {
    ...expected,
    name,
    usage: SERVERS,
  });
  if (problem !== undefined) return `tls: failed to verify certificate: ${problem}`;
  return leaf.publicKey === undefined
    ? "tls: server's certificate contains an unsupported type of public key: <nil>"
    : undefined;
}

/**
 * True if `roots` accept the certificates of a client, its own first, for client authentication.
 * kube-apiserver does the same with crypto/x509 (apiserver/pkg/authentication/request/x509/x509.go).
 */
export async function vouchesFor(
  roots: CertificatePool,
  shown: readonly Buffer[],
  now: number,
): Promise<boolean> {
  const certificates = shown.map(readCertificate);
  const [leaf, ...intermediates] = certificates.filter((one) => typeof one !== "string");
  if (leaf === undefined || typeof certificates[0] === "string") return false;
  const expected = { roots, now, name: undefined, usage: CLIENTS };
  return (await verify(leaf, new CertificatePool(intermediates), expected)) === undefined;
}

/** Returns all certificates that the peer sent, in its order, as DER. */
export function shownBy(socket: TLSSocket): readonly Buffer[] {
  const shown: Buffer[] = [];
  // Node's `issuerCertificate` is the next certificate that was sent, even if it is not the issuer. Node
  // returns the certificates only once for each connection.
  let at = socket.getPeerX509Certificate();
  for (; at !== undefined; at = at.issuerCertificate) shown.push(at.raw);
  return shown;
}

function rsaBits({ publicKey }: Certificate): number {
  if (publicKey?.kind !== "rsa") return 0;
  return 8 * publicKey.modulus.length - Math.clz32(publicKey.modulus[0] ?? 0) + 24;
}

interface Verified extends Pick<Expectation, "roots" | "now"> {
  /** Text about a wrong name of the certificate; undefined: its names are right, or are not checked. */
  readonly name: string | undefined;
  /** Extended key usage that the chain has to allow, as an object identifier. */
  readonly usage: string;
}

/** Verifies a certificate as `Verify` of Go's crypto/x509, with its checks in the same order. */
async function verify(
  leaf: Certificate,
  intermediates: CertificatePool,
  { roots, now, name, usage }: Verified,
): Promise<string | undefined> {
  if (leaf.extensions.hasUnknownCritical) return "x509: unhandled critical extension";
  const problem = validityProblem(leaf, now) ?? name;
  if (problem !== undefined) return problem;
  if (roots.has(leaf)) return acceptOne([[leaf]], usage);
  const found = await buildChains(leaf, { roots, intermediates, now });
  return found.kind === "none" ? found.problem : acceptOne(found.chains, usage);
}

/** Returns undefined if one chain has no fault, otherwise the text about the faults of all chains. */
function acceptOne(chains: readonly Chain[], usage: string): string | undefined {
  let wrongPolicies = 0;
  let wrongUsage = 0;
  let constraint: string | undefined;
  for (const chain of chains) {
    if (!policiesFit(chain)) wrongPolicies++;
    else if (!chain.every((one) => isFor(usage, one))) wrongUsage++;
    else {
      const problem = constraintProblem(chain);
      if (problem === undefined) return undefined;
      constraint ??= problem;
    }
  }
  if (constraint !== undefined)
    return `x509: a root or intermediate certificate is not authorized to sign for this name: ${constraint}`;
  if (wrongUsage > 0 && wrongPolicies === 0) return "x509: certificate specifies an incompatible key usage";
  const details = [
    ...(wrongUsage > 0 ? [`${wrongUsage} candidate chains with incompatible key usage`] : []),
    ...(wrongPolicies > 0 ? [`${wrongPolicies} candidate chains with invalid policies`] : []),
  ];
  return `x509: no valid chains built: ${details.join(", ")}`;
}

const ANY_USAGE = "2.5.29.37.0";
const SERVERS = "1.3.6.1.5.5.7.3.1";
const CLIENTS = "1.3.6.1.5.5.7.3.2";

/**
 * True if a certificate allows a usage. This applies to authorities too: they can sign only for their own
 * usages.
 */
function isFor(usage: string, { extensions: { extendedKeyUsages: usages } }: Certificate): boolean {
  return usages.length === 0 || usages.includes(ANY_USAGE) || usages.includes(usage);
}
