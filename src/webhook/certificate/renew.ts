import { X509Certificate } from "node:crypto";
import { createAuthority, issueServing, type KeyPair } from "../../http/certificates/issue.ts";

/** Content of the Secret, all PEM. */
export interface Kept {
  /** Trusted certificate authorities, the newest first. */
  readonly authorities: readonly string[];
  /** Private key of the newest authority. */
  readonly authorityKey: string;
  readonly serving: KeyPair;
}

interface Renewal {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Host names of the certificate. */
  readonly hosts: readonly string[];
  /** Time until API servers trust a new authority, in milliseconds. */
  readonly settleMs: number;
}

const DAY = 86_400_000;
/**
 * Issued certificates are valid from one hour before their creation, for clocks that are behind
 * (src/http/certificates/issue.ts). In milliseconds.
 */
const BACKDATED = 3_600_000;
const SERVING_DAYS = 90;
const AUTHORITY_DAYS = 3650;

/**
 * Returns the new content of the Secret; the same object if nothing has to change. A certificate is renewed
 * in the last third of its lifetime. A new authority is first added to the trusted ones and issues
 * certificates later, and the old authority is trusted until it expires. Therefore API servers accept the
 * certificate at any time.
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

/** Each authority has its own name, so that clients do not mistake one for another. */
const newAuthority = (now: number): Promise<KeyPair> =>
  createAuthority({ commonName: `webhook-ca-${new Date(now).toISOString()}`, now, days: AUTHORITY_DAYS });

/**
 * Returns true if the certificate does not have to be renewed: it has all hosts and has not expired. Once API
 * servers trust the newest authority (`isKnown`), that one must have issued it, and a third of its lifetime
 * must be left.
 */
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
