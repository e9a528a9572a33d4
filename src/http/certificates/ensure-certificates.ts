import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { keepPrivate, privateFolder, type TellOfMode, writePrivate } from "../../api/private-files.ts";
import { requireOwner } from "../../api/require-owner.ts";
import type { KeyPair } from "./issue.ts";

/** What `ensureCertificates` has to find or make. */
export interface CertificatesRequest {
  /** Made when missing; only its owner may enter it. */
  readonly certDir: string;
  /** Names and addresses besides the usual ones, under which clients reach the server. */
  readonly hosts?: readonly string[];
  /** Client certificates to have, by file name: `admin` is kept in `admin.crt` and `admin.key`. */
  readonly clients?: Readonly<Record<string, ClientIdentity>>;
  /** Milliseconds since 1970; default: the clock. */
  readonly now?: number;
  /** Called for the folder and each key that others could read; they are closed to others. */
  readonly tellOfMode?: TellOfMode;
}

/** Who a client certificate is for: the user is its common name, the groups are its organizations. */
export interface ClientIdentity {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

/** What lies in the folder. */
export interface Certificates {
  /** Signs everything below; its certificate is what clients trust and what client certificates are verified against. */
  readonly ca: KeyPair;
  readonly serving: KeyPair;
  readonly clients: Readonly<Record<string, KeyPair>>;
}

/** The names under which clients know every API server. */
const USUAL_HOSTS = [
  "localhost",
  "127.0.0.1",
  "::1",
  "kubernetes",
  "kubernetes.default",
  "kubernetes.default.svc",
  "kubernetes.default.svc.cluster.local",
];

/** Certificates with less time than this left are made again. */
const RENEWED_BEFORE = 30 * 86_400_000;

/**
 * Certificates for a server and its clients, kept in a directory: `ca`, `apiserver` and the clients, each a `.crt` and a
 * `.key`. Makes what is missing, about to expire, signed by another authority or, for the server, lacking a name. Throws an
 * Error if the folder or a file belongs to another user.
 */
export async function ensureCertificates(request: CertificatesRequest): Promise<Certificates> {
  const { certDir, now = Date.now() } = request;
  const files: Files = { certDir, tellOfMode: request.tellOfMode };
  privateFolder(certDir, request.tellOfMode);
  const hosts = [...new Set([...USUAL_HOSTS, ...(request.hosts ?? [])])];
  const ca = await ensure(
    files,
    "ca",
    (pair) => isFresh(pair, now),
    async () =>
      (await issuing()).createAuthority({ commonName: `sallyport-ca@${Math.floor(now / 1000)}`, now }),
  );
  const serving = await ensure(
    files,
    "apiserver",
    (pair) => isFresh(pair, now) && isSignedBy(pair, ca) && hosts.every((host) => names(pair, host)),
    async () => (await issuing()).issueServing(ca, { hosts, now }),
  );
  const clients: Record<string, KeyPair> = {};
  for (const [name, identity] of Object.entries(request.clients ?? {})) {
    clients[name] = await ensure(
      files,
      name,
      (pair) => isFresh(pair, now) && isSignedBy(pair, ca) && identifies(pair, identity),
      async () => (await issuing()).issueClient(ca, { ...identity, now }),
    );
  }
  return { ca, serving, clients };
}

/** Loaded only when something has to be made: it costs a third of a second, and memory for ever. */
const issuing = () => import("./issue.ts");

interface Files {
  readonly certDir: string;
  readonly tellOfMode: TellOfMode | undefined;
}

async function ensure(
  { certDir, tellOfMode }: Files,
  name: string,
  isGood: (pair: KeyPair) => boolean,
  make: () => Promise<KeyPair>,
): Promise<KeyPair> {
  const keyFile = join(certDir, `${name}.key`);
  const certFile = join(certDir, `${name}.crt`);
  keepPrivate(keyFile, tellOfMode);
  requireOwner(certFile);
  const stored = await load(certDir, name);
  if (stored !== undefined && isUsable(stored) && isGood(stored)) return stored;
  const made = await make();
  await writePrivate(keyFile, made.key);
  await writePrivate(certFile, made.cert, 0o644);
  return made;
}

async function load(dir: string, name: string): Promise<KeyPair | undefined> {
  try {
    const [cert, key] = await Promise.all(
      [".crt", ".key"].map((end) => readFile(join(dir, name + end), "utf8")),
    );
    return cert === undefined || key === undefined ? undefined : { cert, key };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Both parse, and belong together. */
function isUsable({ cert, key }: KeyPair): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function isFresh({ cert }: KeyPair, now: number): boolean {
  const parsed = new X509Certificate(cert);
  return Date.parse(parsed.validFrom) <= now && Date.parse(parsed.validTo) - now > RENEWED_BEFORE;
}

function isSignedBy(pair: KeyPair, ca: KeyPair): boolean {
  const authority = new X509Certificate(ca.cert);
  const certificate = new X509Certificate(pair.cert);
  return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
}

function identifies({ cert }: KeyPair, { commonName, organizations }: ClientIdentity): boolean {
  const subject: Readonly<Record<string, string | string[] | undefined>> = {
    ...new X509Certificate(cert).toLegacyObject().subject,
  };
  const groups = [subject.O ?? []].flat();
  return subject.CN === commonName && groups.join("\n") === organizations.join("\n");
}

function names({ cert }: KeyPair, host: string): boolean {
  const certificate = new X509Certificate(cert);
  if (isIP(host) !== 0) return certificate.checkIP(host) !== undefined;
  return certificate.checkHost(host, { subject: "never" }) !== undefined;
}
