import { DerProblem } from "./der.ts";
import { integer } from "./der-values.ts";
import { attempt, context, ID, must, PlainReader } from "./plain-reader.ts";

/** Policies under which a certificate was issued. Object identifiers are DER as latin1. */
export interface Policies {
  policies: readonly string[];
  mappings: readonly PolicyMapping[];
  /** Number of further certificates after which the chain needs a policy; undefined: it never needs one. */
  requireExplicit: number | undefined;
  /** Number of further certificates after which mappings are ignored; undefined: never. */
  inhibitMapping: number | undefined;
  /** Number of further certificates after which anyPolicy matches nothing; undefined: never. */
  inhibitAny: number | undefined;
}

/** A policy of the issuer, and the equal policy of the subject, as DER in latin1. */
export interface PolicyMapping {
  readonly issuer: string;
  readonly subject: string;
}

export const NO_POLICIES: Readonly<Policies> = {
  policies: [],
  mappings: [],
  requireExplicit: undefined,
  inhibitMapping: undefined,
  inhibitAny: undefined,
};

const INVALID_POLICIES = "invalid certificate policies";
const INVALID_MAPPINGS = "invalid policy mappings extension";
const INVALID_CONSTRAINTS = "invalid policy constraints extension";

/**
 * Object identifiers of the extension certificatePolicies, DER as latin1. Throws DerProblem, also for a repeated
 * one.
 */
export function readPolicies(extension: Buffer): readonly string[] {
  const list = must(new PlainReader(extension).enter(ID.sequence), INVALID_POLICIES);
  const seen = new Set<string>();
  while (!list.atEnd) {
    const oid = must(list.enter(ID.sequence)?.take(ID.oid), INVALID_POLICIES);
    const text = oid.toString("latin1");
    if (seen.has(text) || !isObjectIdentifier(oid)) throw new DerProblem(`x509: ${INVALID_POLICIES}`);
    seen.add(text);
  }
  return [...seen];
}

/** True if the content is an object identifier: numbers of any size, each in its shortest form. */
function isObjectIdentifier(content: Buffer): boolean {
  if (content.length === 0 || (content[content.length - 1] ?? 0) >= 0x80) return false;
  return content.every((byte, i) => byte !== 0x80 || (i > 0 && (content[i - 1] ?? 0) >= 0x80));
}

/** Pairs of the extension policyMappings. Throws DerProblem. */
export function readPolicyMappings(extension: Buffer): readonly PolicyMapping[] {
  const list = must(new PlainReader(extension).enter(ID.sequence), INVALID_MAPPINGS);
  const mappings: PolicyMapping[] = [];
  while (!list.atEnd) {
    const pair = must(list.enter(ID.sequence), INVALID_MAPPINGS);
    const issuer = must(pair.take(ID.oid), INVALID_MAPPINGS).toString("latin1");
    mappings.push({ issuer, subject: must(pair.take(ID.oid), INVALID_MAPPINGS).toString("latin1") });
  }
  return mappings;
}

/** Limits of the extension policyConstraints (RFC 5280, 4.2.1.11). Throws DerProblem. */
export function readPolicyConstraints(
  extension: Buffer,
): Pick<Policies, "requireExplicit" | "inhibitMapping"> {
  const fields = must(new PlainReader(extension).enter(ID.sequence), INVALID_CONSTRAINTS);
  return { requireExplicit: skipCount(fields, 0), inhibitMapping: skipCount(fields, 1) };
}

function skipCount(fields: PlainReader, number: number): number | undefined {
  if (!fields.sees(context(number))) return undefined;
  return must(smallInteger(fields.take(context(number))), INVALID_CONSTRAINTS);
}

/** Number of the extension inhibitAnyPolicy. Throws DerProblem. */
export const readInhibitAny = (extension: Buffer): number =>
  must(smallInteger(new PlainReader(extension).take(ID.integer)), "invalid inhibit any policy extension");

/** Integer of at most 64 bits. It is compared with numbers of certificates, so it need not be exact. */
const smallInteger = (content: Buffer | undefined): number | undefined =>
  content === undefined ? undefined : attempt(() => Number(integer(content)));
