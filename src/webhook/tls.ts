import { createPrivateKey, X509Certificate } from "node:crypto";
import { unwatchFile, watchFile } from "node:fs";
import { createSecureContext } from "node:tls";
import { readTextNow } from "../disk/read-text.ts";
import { messageOf } from "../report/describe-error.ts";

/** A certificate and its private key, both PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/**
 * Paths of PEM files. They are read again when a file changes, as cert-manager and Kubernetes change them in
 * mounted Secrets.
 */
export interface PairFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A pair that is renewed while it serves. */
export interface PairSource {
  readonly pair: Pair;
  /** Calls `use` with each new pair. Returns a function that stops it. */
  watch(use: (pair: Pair) => void): () => void;
}

/**
 * Interval of the checks of files, in milliseconds. Mounted Secrets are links that are replaced, which
 * watchers of folders do not notice.
 */
const LOOK_EVERY_MS = 1000;

/** Reads both files. Throws an Error with their names if they are not a certificate and its key. */
export function readPair({ certFile, keyFile }: PairFiles): Pair {
  const pair = { cert: readTextNow(certFile), key: readTextNow(keyFile) };
  checkPair(pair, `${certFile} and ${keyFile}`);
  return pair;
}

/** Throws if the certificate and the key cannot be used together; `who`: their name in the error. */
export function checkPair({ cert, key }: Pair, who: string): void {
  try {
    // TLS treats an empty text as no certificate, and every handshake would fail later.
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      throw new Error("the key is that of another certificate");
    // This also checks the certificates after the first one.
    createSecureContext({ cert, key });
  } catch (error) {
    throw new Error(`${who} are not a certificate and its key: ${messageOf(error)}`);
  }
}

/**
 * Calls `use` with each new pair. Returns a function that stops it. While only one of the files is new,
 * nothing happens: the server continues with the old pair.
 */
export function watchPair(files: PairFiles, use: (pair: Pair) => void): () => void {
  let used = "";
  const look = (): void => {
    try {
      const pair = readPair(files);
      if (pair.cert + pair.key !== used) use(pair);
      used = pair.cert + pair.key;
    } catch {
      // A file is incomplete, or only one of the two is new: the next check reads them again.
    }
  };
  const names = [files.certFile, files.keyFile];
  for (const name of names) watchFile(name, { interval: LOOK_EVERY_MS, persistent: false }, look);
  return () => {
    for (const name of names) unwatchFile(name, look);
  };
}

interface SelfSigned {
  readonly serving: Pair;
  /** Base64 of PEM, for `clientConfig.caBundle`. */
  readonly caBundle: string;
}

/** Creates a self-signed certificate. The library for certificates is loaded only here. */
export async function selfSigned(hosts: readonly string[]): Promise<SelfSigned> {
  const { createAuthority, issueServing } = await import("../http/certificates/issue.ts");
  const now = Date.now();
  const authority = await createAuthority({ commonName: "webhook-ca", now });
  const serving = await issueServing(authority, {
    hosts: [...new Set([...hosts, "localhost", "127.0.0.1"])],
    now,
  });
  return { serving, caBundle: Buffer.from(authority.cert).toString("base64") };
}
