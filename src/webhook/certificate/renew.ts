import { X509Certificate } from "node:crypto";
import { createAuthority, issueServing, type KeyPair } from "../../http/certificates/issue.ts";

/** What a Secret keeps. PEM, all of it. */
export interface Kept {
  /** Who vouches for the certificate, the newest first: all of them are trusted. */
  readonly authorities: readonly string[];
  /** Of the newest one. */
  readonly authorityKey: string;
  readonly serving: KeyPair;
}

export interface Renewal {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The names in the certificate. */
  readonly hosts: readonly string[];
  /** How long API servers may take until they trust a new authority, in milliseconds. */
  readonly settleMs: number;
}

const DAY = 86_400_000;
/** Issued certificates begin so long ago, for clocks that are behind (src/http/certificates/issue.ts). */
const BACKDATED = 3_600_000;
const SERVING_DAYS = 90;
const AUTHORITY_DAYS = 3650;

/**
 * What is to be kept from now on; the same object when nothing has to change. A certificate is renewed in the last third of
 * its time. A new authority is trusted first and issues afterwards, and the old one is trusted as long as it is valid: so
 * API servers accept the certificate at every moment.
 */
export async function renew(kept: Kept | undefined, renewal: Renewal): Promise<Kept> {
  const { now, hosts, settleMs } = renewal;
  const [newest] = kept?.authorities ?? [];
  if (kept === undefined || newest === undefined || endOf(newest) <= now) return begin(renewal);
  const trusted = kept.authorities.filter((authority) => endOf(authority) > now);
  if (endOf(newest) - now < 2 * SERVING_DAYS * DAY) return withAuthority(kept, trusted, now);
  const isKnown = now - beginOf(newest) - BACKDATED >= settleMs || trusted.length === 1;
  if (isGood(kept, now, hosts, isKnown))
    return trusted.length === kept.authorities.length ? kept : { ...kept, authorities: trusted };
  return {
    ...kept,
    authorities: trusted,
    serving: await issueServing({ cert: newest, key: kept.authorityKey }, { hosts, now, days: SERVING_DAYS }),
  };
}

async function begin({ now, hosts }: Renewal): Promise<Kept> {
  const authority = await newAuthority(now);
  const serving = await issueServing(authority, { hosts, now, days: SERVING_DAYS });
  return { authorities: [authority.cert], authorityKey: authority.key, serving };
}

async function withAuthority(kept: Kept, trusted: readonly string[], now: number): Promise<Kept> {
  const { cert, key } = await newAuthority(now);
  return { ...kept, authorities: [cert, ...trusted], authorityKey: key };
}

/** Each has its name, so that verifiers do not take one for another. */
const newAuthority = (now: number): Promise<KeyPair> =>
  createAuthority({ commonName: `webhook-ca-${new Date(now).toISOString()}`, now, days: AUTHORITY_DAYS });

/** Whether the certificate can go on: of the newest authority, once API servers know that one (`isKnown`), and not at its end. */
function isGood(
  { serving, authorities }: Kept,
  now: number,
  hosts: readonly string[],
  isKnown: boolean,
): boolean {
  const certificate = new X509Certificate(serving.cert);
  if (!hosts.every((host) => certificate.checkHost(host) !== undefined)) return false;
  const left = Date.parse(certificate.validTo) - now;
  if (left <= 0) return false;
  const byNewest = certificate.checkIssued(new X509Certificate(authorities[0] ?? ""));
  return isKnown ? byNewest && left > (SERVING_DAYS * DAY) / 3 : true;
}

const endOf = (pem: string): number => Date.parse(new X509Certificate(pem).validTo);
const beginOf = (pem: string): number => Date.parse(new X509Certificate(pem).validFrom);
