import { createHash, createPrivateKey, generateKeyPair, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { promisify } from "node:util";
import { parseIp } from "../../api/ip-address.ts";
import { firstPemBlock, pemText } from "../../api/pem.ts";
import { type Certificate, readCertificate } from "../../api/x509/certificate.ts";
import { bitString } from "../../api/x509/der-values.ts";
import { ID, must, PlainReader } from "../../api/x509/plain-reader.ts";
import { bits, der, flag, objectIdentifier, octets, sequence, text, time, unsigned } from "./der-writer.ts";

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
const ECDSA_WITH_SHA256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
const VERSION_3 = der(0xa0, unsigned(Buffer.from([2])));

/** How long one is valid, as clients ask for it. */
interface Period {
  readonly now: number;
  readonly days: number;
}

interface Keys {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Buffer;
  /** PEM. */
  readonly privateKey: string;
}

interface Issuer {
  /** Its name, DER. */
  readonly name: Buffer;
  /** PEM. */
  readonly key: string;
}

/** A certificate authority of its own. */
export async function createAuthority({ commonName, now, days = 3650 }: AuthorityRequest): Promise<KeyPair> {
  const keys = await createKeys();
  const name = nameOf([[COMMON_NAME, commonName]]);
  return signed({ name, key: keys.privateKey }, name, keys, { now, days }, [
    extension(BASIC_CONSTRAINTS, sequence(flag(true)), true),
    // digitalSignature, keyCertSign, cRLSign
    extension(KEY_USAGE, bits(Buffer.from([0b1000_0110]), 1), true),
    extension(SUBJECT_KEY_ID, octets(keyIdOf(keys.publicKey))),
  ]);
}

/** A certificate for a TLS server; its names are in the SAN extension, where Go looks for them. */
export function issueServing(
  authority: KeyPair,
  { hosts, now, days = 365 }: ServingRequest,
): Promise<KeyPair> {
  return issue(authority, [[COMMON_NAME, hosts[0] ?? "localhost"]], { now, days }, [
    extension(EXTENDED_KEY_USAGE, sequence(objectIdentifier(SERVER_AUTH))),
    extension(ALTERNATIVE_NAMES, sequence(...hosts.map(alternativeName))),
  ]);
}

/** A certificate by which a user makes itself known: name and groups as Kubernetes reads them. */
export function issueClient(authority: KeyPair, request: ClientRequest): Promise<KeyPair> {
  const { commonName, organizations, now, days = 365 } = request;
  const groups = organizations.map((name): Attribute => [ORGANIZATION, name]);
  return issue(authority, [...groups, [COMMON_NAME, commonName]], { now, days }, [
    extension(EXTENDED_KEY_USAGE, sequence(objectIdentifier(CLIENT_AUTH))),
  ]);
}

async function issue(
  authority: KeyPair,
  subject: readonly Attribute[],
  period: Period,
  extensions: readonly Buffer[],
): Promise<KeyPair> {
  const issuer = readCertificate(firstPemBlock(authority.cert)?.bytes ?? Buffer.alloc(0));
  if (typeof issuer === "string") throw new Error(`the authority cannot sign: ${issuer}`);
  const name = Buffer.from(issuer.subject.raw, "latin1");
  const keys = await createKeys();
  return signed({ name, key: authority.key }, nameOf(subject), keys, period, [
    extension(BASIC_CONSTRAINTS, sequence(), true),
    // digitalSignature
    extension(KEY_USAGE, bits(Buffer.from([0b1000_0000]), 7), true),
    extension(AUTHORITY_KEY_ID, sequence(der(0x80, issuerKeyId(issuer)))),
    extension(SUBJECT_KEY_ID, octets(keyIdOf(keys.publicKey))),
    ...extensions,
  ]);
}

/** A Certificate (RFC 5280, 4.1). */
function signed(
  issuer: Issuer,
  subject: Buffer,
  keys: Keys,
  period: Period,
  extensions: readonly Buffer[],
): KeyPair {
  const key = createPrivateKey(issuer.key);
  if (key.asymmetricKeyType !== "ec") throw new Error("the authority cannot sign: its key is not of ECDSA");
  const toSign = sequence(
    VERSION_3,
    unsigned(randomBytes(16)),
    ECDSA_WITH_SHA256,
    issuer.name,
    validity(period),
    subject,
    keys.publicKey,
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", toSign, key);
  const certificate = sequence(toSign, ECDSA_WITH_SHA256, bits(signature));
  return { cert: pemText({ type: "CERTIFICATE", bytes: certificate }), key: keys.privateKey };
}

const validity = ({ now, days }: Period): Buffer =>
  sequence(time(new Date(now - BACKDATED)), time(new Date(now + days * DAY)));

const generateKeys = promisify(generateKeyPair);

const createKeys = (): Promise<Keys> =>
  generateKeys("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

const COMMON_NAME = "2.5.4.3";
const ORGANIZATION = "2.5.4.10";

/** Its type, and its value. */
type Attribute = readonly [string, string];

const nameOf = (attributes: readonly Attribute[]): Buffer =>
  sequence(...attributes.map(([type, value]) => der(0x31, sequence(objectIdentifier(type), text(value)))));

const BASIC_CONSTRAINTS = "2.5.29.19";
const KEY_USAGE = "2.5.29.15";
const SUBJECT_KEY_ID = "2.5.29.14";
const AUTHORITY_KEY_ID = "2.5.29.35";
const ALTERNATIVE_NAMES = "2.5.29.17";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";

const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(objectIdentifier(id), isCritical ? flag(true) : [], octets(value));

/** iPAddress, or dNSName. */
function alternativeName(host: string): Buffer {
  const address = isIP(host) === 0 ? undefined : parseIp(host);
  return address === undefined ? der(0x82, Buffer.from(host)) : der(0x87, address);
}

/** The SHA-1 of the key's bits (RFC 5280, 4.2.1.2): they are the last value of its DER. */
function keyIdOf(publicKey: Buffer): Buffer {
  const fields = must(new PlainReader(publicKey).enter(ID.sequence), "malformed spki");
  fields.next();
  const key = bitString(must(fields.take(ID.bitString), "malformed spki"));
  return createHash("sha1").update(key).digest();
}

/** What it says itself: an authority of somebody else may count its keys in another way. */
function issuerKeyId({ extensions, rawPublicKey }: Certificate): Buffer {
  return extensions.subjectKeyId.length > 0 ? extensions.subjectKeyId : keyIdOf(rawPublicKey);
}
