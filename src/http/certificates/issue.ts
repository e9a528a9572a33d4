import { inContextLater } from "../../report/in-context.ts";
import "reflect-metadata";
import { createPrivateKey, type KeyObject, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import * as x509 from "@peculiar/x509";

/** A certificate and its private key (PKCS #8), both PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

interface AuthorityRequest {
  readonly commonName: string;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
  /** Lifetime, in days; default ten years. */
  readonly days?: number;
}

interface ServingRequest {
  /** DNS names and IP addresses; the first is the common name. */
  readonly hosts: readonly string[];
  readonly now: number;
  /** Lifetime, in days; default one year. */
  readonly days?: number;
}

interface ClientRequest {
  readonly commonName: string;
  /** The user's groups. */
  readonly organizations: readonly string[];
  readonly now: number;
  /** Lifetime, in days; default one year. */
  readonly days?: number;
}

const DAY = 86_400_000;
/** Time between `notBefore` and the time of signing, in milliseconds: the clocks of clients can be behind ours. */
const BACKDATED = 3_600_000;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** Creates a certificate authority: a key and a self-signed certificate. */
export async function createAuthority({ commonName, now, days = 3650 }: AuthorityRequest): Promise<KeyPair> {
  const keys = await createKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [commonName] }],
    keys,
    signingAlgorithm: ALGORITHM,
    ...validity(now, days),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign | x509.KeyUsageFlags.digitalSignature,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return toPem(certificate, keys);
}

/**
 * Issues a certificate for a TLS server. Its names are in the SAN extension, which is the only one that Go
 * checks.
 */
export function issueServing(
  authority: KeyPair,
  { hosts, now, days = 365 }: ServingRequest,
): Promise<KeyPair> {
  const names = hosts.map((host) => ({
    type: isIP(host) === 0 ? ("dns" as const) : ("ip" as const),
    value: host,
  }));
  return issue(authority, [{ CN: [hosts[0] ?? "localhost"] }], validity(now, days), [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(names),
  ]);
}

/** Issues a client certificate, with the user's name and groups in the fields that Kubernetes reads. */
export function issueClient(authority: KeyPair, request: ClientRequest): Promise<KeyPair> {
  const { commonName, organizations, now, days = 365 } = request;
  const subject = [...organizations.map((name) => ({ O: [name] })), { CN: [commonName] }];
  return issue(authority, subject, validity(now, days), [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
  ]);
}

async function issue(
  authority: KeyPair,
  subject: x509.JsonName,
  period: { notBefore: Date; notAfter: Date },
  extensions: readonly x509.Extension[],
): Promise<KeyPair> {
  const { issuer, signingKey, signingAlgorithm } = await signerOf(authority);
  const keys = await createKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm,
    ...period,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      await keyIdentifierOf(issuer),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...extensions,
    ],
  });
  return toPem(certificate, keys);
}

function validity(now: number, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now - BACKDATED), notAfter: new Date(now + days * DAY) };
}

function createKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
}

/**
 * Reads an authority's certificate and signing key. The authority can come from another tool; keys other than
 * RSA and ECDSA throw.
 */
export const signerOf = ({ cert, key }: KeyPair) =>
  inContextLater("the authority cannot sign", async () => {
    const signingAlgorithm = algorithmOf(createPrivateKey(key));
    const der = x509.PemConverter.decodeFirst(key);
    const signingKey = await webcrypto.subtle.importKey("pkcs8", der, signingAlgorithm, false, ["sign"]);
    return { issuer: new x509.X509Certificate(cert), signingKey, signingAlgorithm };
  });

/**
 * Authority key identifier of a new certificate. It copies the authority's own subject key identifier,
 * because verifiers compare the two.
 */
export function keyIdentifierOf(issuer: x509.X509Certificate): Promise<x509.Extension> | x509.Extension {
  const named = issuer.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId;
  if (named === undefined) return x509.AuthorityKeyIdentifierExtension.create(issuer);
  return new x509.AuthorityKeyIdentifierExtension(named);
}

const CURVES: Readonly<Record<string, { readonly namedCurve: string; readonly hash: string }>> = {
  prime256v1: { namedCurve: "P-256", hash: "SHA-256" },
  secp384r1: { namedCurve: "P-384", hash: "SHA-384" },
  secp521r1: { namedCurve: "P-521", hash: "SHA-512" },
};

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) {
  if (type === "rsa") return { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const curve = CURVES[details?.namedCurve ?? ""];
  if (curve === undefined) throw new Error(`keys of type ${type} are not supported; use RSA or ECDSA`);
  return { name: "ECDSA", ...curve };
}

async function toPem(certificate: x509.X509Certificate, keys: webcrypto.CryptoKeyPair): Promise<KeyPair> {
  const der = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    cert: `${certificate.toString("pem")}\n`,
    key: `${x509.PemConverter.encode(der, "PRIVATE KEY")}\n`,
  };
}
