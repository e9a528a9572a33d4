import { createAuthority, issueServing, type KeyPair } from "../../src/http/certificates/issue.ts";

/** The date for which manifests are checked. */
export const NOW: number = Date.parse("2026-11-01T00:00:00Z");
const LONG_AGO = Date.parse("2024-01-01T00:00:00Z");
const LAST_YEAR = Date.parse("2025-11-20T00:00:00Z");
const WORDS =
  /<(authority|other authority|expired authority|(?:(expired|expiring) )?certificate for ([a-z0-9.-]+))>/g;

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
  const trusted = authority("authority", LONG_AGO, 3650);
  if (what === "authority") return (await trusted).cert;
  if (what === "other authority") return (await authority("other", LONG_AGO, 3650)).cert;
  if (host === undefined) return (await authority("expired", LONG_AGO, 365)).cert;
  const now = when === "expired" ? LONG_AGO : when === "expiring" ? LAST_YEAR : NOW;
  return (await issueServing(await trusted, { hosts: [host], now, days: 365 })).cert;
}
