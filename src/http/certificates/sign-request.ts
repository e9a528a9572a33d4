import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { type KeyPair, keyIdentifierOf, signerOf } from "./issue.ts";

/** Input of `signRequest`. */
export interface SigningRequest {
  /** Certificate signing request (PKCS #10), PEM. */
  readonly request: string;
  /** Usages in Kubernetes' spelling: `client auth`. */
  readonly usages: readonly string[];
  /** Requested lifetime, in seconds: at least ten minutes, at most one year. Default one year. */
  readonly expirationSeconds?: number;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
}

/** Subject and names in a signing request. */
export interface RequestedSubject {
  /** Last common name of the subject; empty if it has none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Types of the alternative names: `dns`, `ip`, `email`, `url`. */
  readonly names: readonly string[];
}

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
/** Time between `notBefore` and the time of signing: the clocks of other machines can be behind ours. */
const BACKDATED = 5 * MINUTE;
const SHORTEST = 10 * MINUTE;
/**
 * Certificates shorter than this have their full lifetime; for others the time of `BACKDATED` is part of the
 * lifetime.
 */
const SHORT = 8 * 60 * MINUTE;

const KEY_USAGES: Readonly<Record<string, number>> = {
  "digital signature": x509.KeyUsageFlags.digitalSignature,
  "key encipherment": x509.KeyUsageFlags.keyEncipherment,
};
const EXTENDED_USAGES: Readonly<Record<string, string>> = {
  "client auth": x509.ExtendedKeyUsage.clientAuth,
  "server auth": x509.ExtendedKeyUsage.serverAuth,
};

/** Returns the subject of a signing request. Throws if the text is not a signing request. */
export function requestedSubject(request: string): RequestedSubject {
  const { subjectName, names } = read(request);
  return {
    commonName: subjectName.getField("CN").at(-1) ?? "",
    organizations: subjectName.getField("O"),
    names: names.map(({ type }) => type),
  };
}

/**
 * Signs a certificate for the key and the names of the request, PEM, as kube-controller-manager does
 * (pkg/controller/certificates/authority, PermissiveSigningPolicy). The caller has checked the signature of
 * the request.
 */
export async function signRequest(authority: KeyPair, asked: SigningRequest): Promise<string> {
  const { publicKey, subjectName, names } = read(asked.request);
  const { issuer, signingKey, signingAlgorithm } = await signerOf(authority);
  const usages = asked.usages.reduce((flags, name) => flags | (KEY_USAGES[name] ?? 0), 0);
  const extended = asked.usages.flatMap((name) => EXTENDED_USAGES[name] ?? []);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: subjectName,
    issuer: issuer.subjectName,
    publicKey,
    signingKey,
    signingAlgorithm,
    ...period(asked, issuer.notAfter.getTime()),
    extensions: [
      new x509.KeyUsagesExtension(usages, true),
      new x509.ExtendedKeyUsageExtension(extended),
      new x509.BasicConstraintsExtension(false, undefined, true),
      await keyIdentifierOf(issuer),
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)]),
    ],
  });
  return `${certificate.toString("pem")}\n`;
}

function read(pem: string) {
  const request = new x509.Pkcs10CertificateRequest(pem);
  const alternative = request.extensions.find(
    (one): one is x509.SubjectAlternativeNameExtension => one instanceof x509.SubjectAlternativeNameExtension,
  );
  const items = (alternative?.names.items ?? []).map(({ type, value }) => ({ type, value }));
  return { publicKey: request.publicKey, subjectName: request.subjectName, names: items };
}

function period(
  { expirationSeconds, now }: SigningRequest,
  authorityEnds: number,
): { notBefore: Date; notAfter: Date } {
  const wanted = expirationSeconds === undefined ? YEAR : expirationSeconds * 1000;
  const length = Math.max(SHORTEST, Math.min(YEAR, wanted));
  const end = now + length - (length < SHORT ? 0 : BACKDATED);
  if (now >= authorityEnds) throw new Error("the authority has expired");
  return { notBefore: new Date(now - BACKDATED), notAfter: new Date(Math.min(end, authorityEnds)) };
}
