import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import {
  createAuthority,
  issueClient,
  issueServing,
  type KeyPair,
} from "../../../../src/http/certificates/issue.ts";

export type Shown =
  | "good"
  | "expired"
  | "not-yet-valid"
  | "wrong-name"
  | "no-san"
  | "self-signed"
  | "unknown-ca"
  | "no-server"
  | "sha1"
  | "short-key"
  | "long-chain";

/** Certificates of the webhook servers; `ca` is the authority in the configurations. */
export interface Certificates {
  readonly ca: string;
  readonly shown: Readonly<Record<Shown, KeyPair>>;
}

const DAY = 86_400_000;
const HOSTS = ["127.0.0.1", "localhost"];

export async function certificatesOf(): Promise<Certificates> {
  const now = Date.now();
  const ca = await createAuthority({ commonName: "webhooks", now });
  const stranger = await createAuthority({ commonName: "webhooks", now });
  const good = await issueServing(ca, { hosts: HOSTS, now });
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, i) => createAuthority({ commonName: `other ${i}`, now })),
  );
  const shown: Record<Shown, KeyPair> = {
    good,
    expired: await issueServing(ca, { hosts: HOSTS, now: now - 30 * DAY, days: 1 }),
    "not-yet-valid": await issueServing(ca, { hosts: HOSTS, now: now + 30 * DAY }),
    "wrong-name": await issueServing(ca, { hosts: ["other.example.com"], now }),
    "no-san": await odd(ca, { bits: 2048, hash: "SHA-256", named: false }),
    "self-signed": await createAuthority({ commonName: "127.0.0.1", now }),
    "unknown-ca": await issueServing(stranger, { hosts: HOSTS, now }),
    "no-server": await issueClient(ca, { commonName: "127.0.0.1", organizations: [], now }),
    sha1: await odd(ca, { bits: 2048, hash: "SHA-256", named: true, sha1: true }),
    "short-key": await odd(ca, { bits: 1024, hash: "SHA-256", named: true }),
    "long-chain": { cert: [good, ...others].map(({ cert }) => cert).join(""), key: good.key },
  };
  return { ca: ca.cert, shown };
}

interface Odd {
  readonly bits: number;
  readonly hash: string;
  readonly named: boolean;
  /** True if an intermediate certificate is signed with an algorithm that is no longer trusted. */
  readonly sha1?: boolean;
}

/** An unusual RSA certificate that public authorities no longer issue. */
async function odd(ca: KeyPair, { bits, hash, named, sha1 = false }: Odd): Promise<KeyPair> {
  const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const rsa = (digest: string) => ({
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: bits,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: digest,
  });
  const caKey = await webcrypto.subtle.importKey(
    "pkcs8",
    x509.PemConverter.decodeFirst(ca.key),
    ecdsa,
    false,
    ["sign"],
  );
  const keys = await webcrypto.subtle.generateKey(rsa(hash), true, ["sign", "verify"]);
  const period = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + DAY) };
  const root = new x509.X509Certificate(ca.cert);
  const middleKeys = await webcrypto.subtle.generateKey(rsa("SHA-1"), true, ["sign", "verify"]);
  const middle = await x509.X509CertificateGenerator.create({
    subject: "CN=middle",
    issuer: root.subjectName,
    publicKey: middleKeys.publicKey,
    signingKey: caKey,
    signingAlgorithm: ecdsa,
    ...period,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    subject: "CN=127.0.0.1",
    issuer: sha1 ? middle.subjectName : root.subjectName,
    publicKey: keys.publicKey,
    signingKey: sha1 ? middleKeys.privateKey : caKey,
    signingAlgorithm: sha1 ? rsa("SHA-1") : ecdsa,
    ...period,
    extensions: [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      ...(named ? [new x509.SubjectAlternativeNameExtension([{ type: "ip", value: "127.0.0.1" }])] : []),
    ],
  });
  const der = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  const chain = sha1 ? [leaf, middle] : [leaf];
  return {
    cert: chain.map((one) => `${one.toString("pem")}\n`).join(""),
    key: `${x509.PemConverter.encode(der, "PRIVATE KEY")}\n`,
  };
}
