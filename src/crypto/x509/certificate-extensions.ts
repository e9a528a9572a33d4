import { type AlternativeNames, readAlternativeNames } from "./alternative-names.ts";
import {
  NO_POLICIES,
  type Policies,
  readInhibitAny,
  readPolicies,
  readPolicyConstraints,
  readPolicyMappings,
} from "./certificate-policies.ts";
import { DerProblem } from "./der.ts";
import { boolean, objectIdentifier } from "./der-values.ts";
import { type NameConstraints, readNameConstraints } from "./name-constraints.ts";
import { attempt, context, ID, must, PlainReader } from "./plain-reader.ts";

/** Extensions of a certificate. */
export interface CertificateExtensions extends Readonly<Policies> {
  /** Bits of the key usage, the first one lowest; 0 if every use is allowed. */
  readonly keyUsage: number;
  /** Undefined if the certificate does not have this extension. */
  readonly basicConstraints: BasicConstraints | undefined;
  readonly names: AlternativeNames | undefined;
  /** The whole extension as latin1; undefined if there is none. */
  readonly rawNames: string | undefined;
  readonly nameConstraints: NameConstraints | undefined;
  /** Empty if there is none. */
  readonly authorityKeyId: Buffer;
  readonly subjectKeyId: Buffer;
  /** Object identifiers of allowed uses; empty if the certificate does not restrict them. */
  readonly extendedKeyUsages: readonly string[];
  /** True if a critical extension is not supported. */
  readonly hasUnknownCritical: boolean;
}

interface BasicConstraints {
  readonly isCa: boolean;
  /** Maximum number of intermediates that may follow; -1: unlimited. */
  readonly maxPathLength: number;
}

interface Extension {
  readonly id: string;
  readonly critical: boolean;
  readonly value: Buffer;
}

type Writable = { -readonly [K in keyof CertificateExtensions]: CertificateExtensions[K] };

const NO_BYTES = Buffer.alloc(0);

/** Extensions of a certificate that has none. */
export const noExtensions = (): Writable => ({
  ...NO_POLICIES,
  keyUsage: 0,
  basicConstraints: undefined,
  names: undefined,
  rawNames: undefined,
  nameConstraints: undefined,
  authorityKeyId: NO_BYTES,
  subjectKeyId: NO_BYTES,
  extendedKeyUsages: [],
  hasUnknownCritical: false,
});

/**
 * Reads all extensions of a certificate from its `extensions` field. Throws a DerProblem with the text of Go's
 * crypto/x509.
 */
export function readExtensions(field: PlainReader): CertificateExtensions {
  const list = must(field.enter(ID.sequence), "malformed extensions");
  const extensions: Extension[] = [];
  const seen = new Set<string>();
  while (!list.atEnd) {
    const extension = readExtension(must(list.enter(ID.sequence), "malformed extension"));
    if (seen.has(extension.id))
      throw new DerProblem(`x509: certificate contains duplicate extension with OID "${extension.id}"`);
    seen.add(extension.id);
    extensions.push(extension);
  }
  const out = noExtensions();
  for (const extension of extensions) {
    const understood = (READERS.get(extension.id) ?? notUnderstood)(out, extension);
    if (extension.critical && !understood) out.hasUnknownCritical = true;
  }
  return out;
}

function readExtension(fields: PlainReader): Extension {
  const id = must(identifier(fields.take(ID.oid)), "malformed extension OID field");
  const critical = fields.sees(ID.boolean)
    ? must(flag(fields.take(ID.boolean)), "malformed extension critical field")
    : false;
  return { id, critical, value: must(fields.take(ID.octetString), "malformed extension value field") };
}

const identifier = (content: Buffer | undefined): string | undefined =>
  content === undefined ? undefined : attempt(() => objectIdentifier(content));

const flag = (content: Buffer | undefined): boolean | undefined =>
  content === undefined ? undefined : attempt(() => boolean(content));

/** Reads one extension. Returns false if it is not supported. */
type Read = (out: Writable, extension: Extension) => boolean;

const notUnderstood: Read = () => false;

/** Extensions whose content is used, and those that crypto/x509 only checks (RFC 5280, section 4.2). */
const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["2.5.29.14", subjectKeyId],
  ["2.5.29.15", keyUsage],
  ["2.5.29.17", alternativeNames],
  ["2.5.29.19", basicConstraints],
  ["2.5.29.30", nameConstraints],
  ["2.5.29.31", distributionPoints],
  ["2.5.29.32", (out, { value }) => set(out, { policies: readPolicies(value) })],
  ["2.5.29.33", (out, { value }) => set(out, { mappings: readPolicyMappings(value) })],
  ["2.5.29.35", authorityKeyId],
  ["2.5.29.36", (out, { value }) => set(out, readPolicyConstraints(value))],
  ["2.5.29.37", extendedKeyUsages],
  ["2.5.29.54", (out, { value }) => set(out, { inhibitAny: readInhibitAny(value) })],
  ["1.3.6.1.5.5.7.1.1", authorityInformation],
]);

function set(out: Writable, fields: Partial<Writable>): true {
  Object.assign(out, fields);
  return true;
}

function subjectKeyId(out: Writable, { critical, value }: Extension): true {
  if (critical) throw new DerProblem("x509: subject key identifier incorrectly marked critical");
  const id = must(new PlainReader(value).take(ID.octetString), "invalid subject key identifier");
  return set(out, { subjectKeyId: id });
}

function authorityKeyId(out: Writable, { critical, value }: Extension): true {
  if (critical) throw new DerProblem("x509: authority key identifier incorrectly marked critical");
  const fields = must(new PlainReader(value).enter(ID.sequence), "invalid authority key identifier");
  if (!fields.sees(context(0))) return set(out, { authorityKeyId: NO_BYTES });
  return set(out, { authorityKeyId: must(fields.take(context(0)), "invalid authority key identifier") });
}

function keyUsage(out: Writable, { value }: Extension): true {
  const bits = must(bitsOf(new PlainReader(value).take(ID.bitString)), "invalid key usage");
  return set(out, { keyUsage: bits });
}

/** The first nine bits of a BIT STRING. */
function bitsOf(content: Buffer | undefined): number | undefined {
  const [padding, first = 0, second = 0] = content ?? [];
  if (content === undefined || padding === undefined || padding > 7) return undefined;
  const last = content[content.length - 1] ?? 0;
  if (content.length === 1 ? padding > 0 : (last & ((1 << padding) - 1)) !== 0) return undefined;
  let usage = 0;
  for (let i = 0; i < 9; i++) if ((((first << 8) | second) & (0x8000 >> i)) !== 0) usage |= 1 << i;
  return usage;
}

function alternativeNames(out: Writable, { value }: Extension): boolean {
  const names = readAlternativeNames(value);
  set(out, { names, rawNames: value.toString("latin1") });
  return names.dns.length + names.emails.length + names.ips.length + names.uris.length > 0;
}

function basicConstraints(out: Writable, { value }: Extension): true {
  const invalid = "invalid basic constraints";
  const fields = must(new PlainReader(value).enter(ID.sequence), invalid);
  const isCa = fields.sees(ID.boolean) ? must(flag(fields.take(ID.boolean)), invalid) : false;
  const maxPathLength = fields.sees(ID.integer) ? must(pathLength(fields.take(ID.integer)), invalid) : -1;
  return set(out, { basicConstraints: { isCa, maxPathLength } });
}

function pathLength(content: Buffer | undefined): number | undefined {
  const [first = 0x80, second = 0x80] = content ?? [];
  if (content === undefined || first >= 0x80 || content.length > 8) return undefined;
  if (content.length > 1 && first === 0 && second < 0x80) return undefined;
  return Number(BigInt(`0x${content.toString("hex")}`));
}

function nameConstraints(out: Writable, { value }: Extension): boolean {
  const constraints = readNameConstraints(value);
  set(out, { nameConstraints: constraints });
  return !constraints.hasUnknown;
}

function extendedKeyUsages(out: Writable, { value }: Extension): true {
  const invalid = "invalid extended key usages";
  const list = must(new PlainReader(value).enter(ID.sequence), invalid);
  const usages: string[] = [];
  while (!list.atEnd) usages.push(must(identifier(list.take(ID.oid)), invalid));
  return set(out, { extendedKeyUsages: usages });
}

function distributionPoints(_out: Writable, { value }: Extension): true {
  const list = must(new PlainReader(value).enter(ID.sequence), "invalid CRL distribution points");
  while (!list.atEnd) {
    const invalid = "invalid CRL distribution point";
    const point = must(list.enter(ID.sequence), invalid);
    if (!point.sees(NAME)) continue;
    const name = must(point.enter(NAME)?.enter(NAME), invalid);
    while (name.sees(context(6))) must(name.take(context(6)), invalid);
  }
  return true;
}

/** Identifier of `[0]` with structured content. */
const NAME = 0xa0;

function authorityInformation(_out: Writable, { critical, value }: Extension): true {
  const invalid = "invalid authority info access";
  if (critical) throw new DerProblem("x509: authority info access incorrectly marked critical");
  const list = must(new PlainReader(value).enter(ID.sequence), invalid);
  while (!list.atEnd) {
    const access = must(list.enter(ID.sequence), invalid);
    must(identifier(access.take(ID.oid)), invalid);
    if (access.sees(context(6))) must(access.take(context(6)), invalid);
  }
  return true;
}
