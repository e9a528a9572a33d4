import "reflect-metadata";
import { createPrivateKey, type KeyObject, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import * as x509 from "@peculiar/x509";
import { messageOf } from "../../api/describe-error.ts";

/** A certificate and its private key (PKCS #8), both PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface AuthorityRequest {
  readonly commonName: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Default ten years. */
  readonly days?: number;
}

export interface ServingRequest {
  /** DNS names and IP addresses; the first is the common name. */
  readonly hosts: readonly string[];
  readonly now: number;
  /** Default one year. */
  readonly days?: number;
}

export interface ClientRequest {
  /** The user's name. */
  readonly commonName: string;
  /** The user's groups. */
  readonly organizations: readonly string[];
  readonly now: number;
  /** Default one year. */
  readonly days?: number;
}

const DAY = 86_400_000;
/** Clocks of clients may be behind ours. */
const BACKDATED = 3_600_000;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** A certificate authority of its own. */
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

/** A certificate for a TLS server; its names are in the SAN extension, where Go looks for them. */
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

/** A certificate by which a user makes itself known: name and groups as Kubernetes reads them. */
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

/** What an authority signs with, which others may have made. */
export async function signerOf({ cert, key }: KeyPair) {
  try {
    const signingAlgorithm = algorithmOf(createPrivateKey(key));
    const der = x509.PemConverter.decodeFirst(key);
    const signingKey = await webcrypto.subtle.importKey("pkcs8", der, signingAlgorithm, false, ["sign"]);
    return { issuer: new x509.X509Certificate(cert), signingKey, signingAlgorithm };
  } catch (error) {
    throw new Error(`the authority cannot sign: ${messageOf(error)}`, { cause: error });
  }
}

/** As the authority names its key itself: verifiers compare the two. */
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
