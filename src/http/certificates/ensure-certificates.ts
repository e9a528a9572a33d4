import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { keepPrivate, privateFolder, type TellOfMode, writePrivate } from "../../disk/private-files.ts";
import { requireOwner } from "../../disk/require-owner.ts";
import type { KeyPair } from "./issue.ts";

/** Request to `ensureCertificates`: the certificates that the folder has to have. */
export interface CertificatesRequest {
  /** Folder of the certificates. It is created if it is missing; only its owner can read it. */
  readonly certDir: string;
  /** DNS names and addresses of the server in addition to the usual ones. */
  readonly hosts?: readonly string[];
  /** Client certificates to have, by file name: `admin` is kept in `admin.crt` and `admin.key`. */
  readonly clients?: Readonly<Record<string, ClientIdentity>>;
  /**
   * Identity of the server as a front proxy of other API servers. It gets a certificate of an authority of its own, as with
   * kubeadm: `front-proxy-ca` and `front-proxy-client`.
   */
  readonly frontProxy?: ClientIdentity;
  /** Current time, in milliseconds since 1970; default: the clock. */
  readonly now?: number;
  /** Called for the folder and for each key that other users could read; their mode is corrected. */
  readonly tellOfMode?: TellOfMode;
}

/** Identity in a client certificate: the user is the common name, the groups are the organizations. */
export interface ClientIdentity {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

/** Certificates and keys in the folder. */
export interface Certificates {
  /**
   * Authority that signs all others. Clients trust its certificate, and client certificates are verified
   * against it.
   */
  readonly ca: KeyPair;
  readonly serving: KeyPair;
  readonly clients: Readonly<Record<string, KeyPair>>;
  /** Absent if the request has none. */
  readonly frontProxy?: FrontProxy;
}

/** Certificate of a proxy that names users in headers, and the authority that other API servers verify it with. */
export interface FrontProxy {
  readonly ca: KeyPair;
  readonly client: KeyPair;
}

/** Names and addresses that every API server has for its clients. */
const USUAL_HOSTS = [
  "localhost",
  "127.0.0.1",
  "::1",
  "kubernetes",
  "kubernetes.default",
  "kubernetes.default.svc",
  "kubernetes.default.svc.cluster.local",
];

/** Certificates with less time than this left are made again, in milliseconds. */
const RENEWED_BEFORE = 30 * 86_400_000;

/**
 * Returns the certificates for a server and its clients, which are kept in a folder: `ca`, `apiserver`,
 * the clients and the front proxy, each as a `.crt` and a `.key`. Makes those that are missing, about to expire, signed by
 * another authority or, for the server, without one of its names. Throws an Error if the folder or a file
 * belongs to another user.
 */
export async function ensureCertificates(request: CertificatesRequest): Promise<Certificates> {
  const { certDir, now = Date.now() } = request;
  const files: Files = { certDir, tellOfMode: request.tellOfMode };
  privateFolder(certDir, request.tellOfMode);
  const hosts = [...new Set([...USUAL_HOSTS, ...(request.hosts ?? [])])];
  const ca = await ensureAuthority(files, "ca", "sallyport-ca", now);
  const serving = await ensure(
    files,
    "apiserver",
    (pair) => isFresh(pair, now) && isSignedBy(pair, ca) && hosts.every((host) => names(pair, host)),
    async () => (await issuing()).issueServing(ca, { hosts, now }),
  );
  const clients: Record<string, KeyPair> = {};
  for (const [name, identity] of Object.entries(request.clients ?? {}))
    clients[name] = await ensureClient(files, name, { ca, identity, now });
  if (request.frontProxy === undefined) return { ca, serving, clients };
  const proxyCa = await ensureAuthority(files, "front-proxy-ca", "front-proxy-ca", now);
  const signed = { ca: proxyCa, identity: request.frontProxy, now };
  return {
    ...{ ca, serving, clients },
    frontProxy: { ca: proxyCa, client: await ensureClient(files, "front-proxy-client", signed) },
  };
}

const ensureAuthority = (files: Files, name: string, commonName: string, now: number): Promise<KeyPair> =>
  ensure(
    files,
    name,
    (pair) => isFresh(pair, now),
    async () =>
      (await issuing()).createAuthority({ commonName: `${commonName}@${Math.floor(now / 1000)}`, now }),
  );

interface Signed {
  readonly ca: KeyPair;
  readonly identity: ClientIdentity;
  readonly now: number;
}

const ensureClient = (files: Files, name: string, { ca, identity, now }: Signed): Promise<KeyPair> =>
  ensure(
    files,
    name,
    (pair) => isFresh(pair, now) && isSignedBy(pair, ca) && identifies(pair, identity),
    async () => (await issuing()).issueClient(ca, { ...identity, now }),
  );

/**
 * Loads the code that signs, only when a certificate has to be made: loading takes a third of a second, and
 * memory that is never freed.
 */
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

/** True if certificate and key can be parsed and belong together. */
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
