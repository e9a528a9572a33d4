import type { X509Certificate } from "node:crypto";
import { quote } from "../../api/field-error.ts";
import { commonName } from "./verify-name.ts";

/** What an untrusted certificate was presented with, for the search of a reason. */
export interface Distrust {
  readonly leaf: X509Certificate;
  /** What the server sent besides. */
  readonly intermediates: readonly X509Certificate[];
  readonly roots: readonly X509Certificate[];
  /** Node's code or text for what OpenSSL found. */
  readonly found: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Go's text for a certificate outside its time; undefined when it is within. */
export function validityText(certificate: X509Certificate, now: number): string | undefined {
  const from = Date.parse(certificate.validFrom);
  const to = Date.parse(certificate.validTo);
  if (now >= from && now <= to) return undefined;
  const side = now < from ? `before ${rfc3339(from)}` : `after ${rfc3339(to)}`;
  return `x509: certificate has expired or is not yet valid: current time ${rfc3339(now)} is ${side}`;
}

const rfc3339 = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** Why OpenSSL trusted no chain, in the words that Go's verifier would have found (the order of its checks kept). */
export async function distrustText(distrust: Distrust): Promise<string> {
  const { found, leaf } = distrust;
  // The parser costs more time and memory at the start than all the rest of the client, and is seldom needed.
  const { extensionsOf } = await import("./extensions.ts");
  if ([...extensionsOf(leaf)].some(([type, critical]) => critical && !UNDERSTOOD.has(type)))
    return "x509: unhandled critical extension";
  if (found === "PATH_LENGTH_EXCEEDED") return "x509: too many intermediates for path length constraint";
  const broken = search(leaf, distrust, [leaf]);
  if (broken !== undefined) return broken;
  if (found === "INVALID_PURPOSE") return "x509: certificate specifies an incompatible key usage";
  const constrained = [...distrust.roots, ...distrust.intermediates].some((one) =>
    extensionsOf(one).has(NAME_CONSTRAINTS),
  );
  if (!constrained) return UNKNOWN;
  const name = leaf.subjectAltName?.split(", ")[0]?.replace(/^DNS:/, "") ?? "";
  const why = `DNS name "${name}" is not permitted by any constraint`;
  return `x509: a root or intermediate certificate is not authorized to sign for this name: ${why}`;
}

const NAME_CONSTRAINTS = "2.5.29.30";
/** Extensions whose meaning is known to a verifier, so that they may be critical. */
const UNDERSTOOD = new Set([
  "2.5.29.14",
  "2.5.29.15",
  "2.5.29.17",
  "2.5.29.19",
  NAME_CONSTRAINTS,
  "2.5.29.31",
  "2.5.29.32",
  "2.5.29.33",
  "2.5.29.35",
  "2.5.29.36",
  "2.5.29.37",
  "2.5.29.54",
]);

const UNKNOWN = "x509: certificate signed by unknown authority";

/** Looks for a chain as Go does, among the roots first: undefined when there is one, else what spoiled it. */
function search(
  child: X509Certificate,
  distrust: Distrust,
  chain: readonly X509Certificate[],
): string | undefined {
  let hint: string | undefined;
  let failure: string | undefined;
  const candidates = [...distrust.roots, ...distrust.intermediates].filter((c) => c.subject === child.issuer);
  for (const candidate of candidates) {
    if (chain.some((known) => known.fingerprint256 === candidate.fingerprint256)) continue;
    const refused = signatureText(child, candidate, distrust.found);
    if (refused !== undefined) {
      hint ??= `${UNKNOWN} (possibly because of ${quote(refused)} while trying to verify candidate authority certificate ${quote(nameOf(candidate))})`;
      continue;
    }
    failure = validityText(candidate, distrust.now);
    if (failure !== undefined) continue;
    failure = distrust.roots.includes(candidate)
      ? undefined
      : search(candidate, distrust, [...chain, candidate]);
    if (failure === undefined) return undefined;
  }
  return failure ?? hint ?? UNKNOWN;
}

function signatureText(
  child: X509Certificate,
  candidate: X509Certificate,
  found: string,
): string | undefined {
  if (!candidate.ca)
    return "x509: invalid signature: parent certificate cannot sign this kind of certificate";
  const key = candidate.publicKey;
  if (/MD_TOO_WEAK|digest algorithm too weak/i.test(found)) {
    return `x509: cannot verify signature: insecure algorithm ${key.asymmetricKeyType === "rsa" ? "SHA1-RSA" : "ECDSA-SHA1"}`;
  }
  if (child.verify(key)) return undefined;
  if (key.asymmetricKeyType === "rsa") return "crypto/rsa: verification error";
  return key.asymmetricKeyType === "ed25519"
    ? "x509: Ed25519 verification failure"
    : "x509: ECDSA verification failure";
}

function nameOf(certificate: X509Certificate): string {
  const name = commonName(certificate);
  if (name !== "") return name;
  const organization: unknown = certificate.toLegacyObject().subject?.O;
  if (organization !== undefined) return String(Array.isArray(organization) ? organization[0] : organization);
  return `serial:${BigInt(`0x${certificate.serialNumber}`)}`;
}
