import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { createAuthority, issueServing, type KeyPair } from "../../src/http/certificates/issue.ts";

/** The date for which manifests are checked. */
export const NOW: number = Date.parse("2026-11-01T00:00:00Z");
const LONG_AGO = Date.parse("2024-01-01T00:00:00Z");
const LAST_YEAR = Date.parse("2025-11-20T00:00:00Z");
const WORDS =
  /<(self-signed (?:without|with) [^>]+|authority|other authority|expired authority|(?:(expired|expiring) )?certificate for ([a-z0-9.-]+))>/g;

const made = new Map<string, Promise<KeyPair>>();

function authority(name: string, now: number, days: number): Promise<KeyPair> {
  const known = made.get(name) ?? createAuthority({ commonName: name, now, days });
  made.set(name, known);
  return known;
}

/** Replaces words such as `<authority>` by the base64 of their PEM. */
export async function withCertificates(text: string): Promise<string> {
  const found = [...text.matchAll(WORDS)];
  const pems = await Promise.all(found.map(([, what = "", when, host]) => pemFor(what, when, host)));
  let next = 0;
  return text.replaceAll(WORDS, () => Buffer.from(pems[next++] ?? "").toString("base64"));
}

async function pemFor(what: string, when: string | undefined, host: string | undefined): Promise<string> {
  const [, own = ""] = /^self-signed (.*)$/.exec(what) ?? [];
  if (own !== "") return selfSigned(own);
  const trusted = authority("authority", LONG_AGO, 3650);
  if (what === "authority") return (await trusted).cert;
  if (what === "other authority") return (await authority("other", LONG_AGO, 3650)).cert;
  if (host === undefined) return (await authority("expired", LONG_AGO, 365)).cert;
  const now = when === "expired" ? LONG_AGO : when === "expiring" ? LAST_YEAR : NOW;
  return (await issueServing(await trusted, { hosts: [host], now, days: 365 })).cert;
}

/**
 * Makes a certificate as `openssl req -x509` does, which is that of an authority: `with NAME[ since 2024]` has the name
 * as a DNS name, `without NAME` only as its common name. Equal words give the same certificate.
 */
function selfSigned(words: string): Promise<string> {
  const known = selfSignedBefore.get(words) ?? makeSelfSigned(words);
  selfSignedBefore.set(words, known);
  return known;
}

const selfSignedBefore = new Map<string, Promise<string>>();

async function makeSelfSigned(words: string): Promise<string> {
  const [kind, name = "", isOld] = words.split(" ");
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name.replaceAll("_", " ")] }],
    keys: (await webcrypto.subtle.generateKey(algorithm, false, [
      "sign",
      "verify",
    ])) as webcrypto.CryptoKeyPair,
    signingAlgorithm: algorithm,
    notBefore: new Date(LONG_AGO),
    notAfter: new Date(isOld === undefined ? LONG_AGO + 3650 * DAY : LONG_AGO + 365 * DAY),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      ...(kind === "with" ? [new SubjectAlternativeNameExtension([{ type: "dns", value: name }])] : []),
    ],
  });
  return `${certificate.toString("pem")}\n`;
}

const DAY = 86_400_000;
