import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync, unwatchFile, watchFile } from "node:fs";
import { createSecureContext } from "node:tls";
import { messageOf } from "../api/describe-error.ts";

/** PEM, both. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** Where PEM lies; read again when a file changes, as cert-manager and Kubernetes change it in mounted Secrets. */
export interface PairFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A pair that is renewed while it serves. */
export interface PairSource {
  readonly pair: Pair;
  /** Calls `use` with each new pair; returns what ends it. */
  watch(use: (pair: Pair) => void): () => void;
}

/** How often files are looked at: mounted Secrets are links that change places, which no watcher of folders sees. */
const LOOK_EVERY_MS = 1000;

/** Reads both files; throws with the name of the one that is wrong. */
export function readPair({ certFile, keyFile }: PairFiles): Pair {
  const pair = { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
  checkPair(pair, `${certFile} and ${keyFile}`);
  return pair;
}

/** Throws when they cannot serve; `who`: how messages call them. */
export function checkPair({ cert, key }: Pair, who: string): void {
  try {
    // TLS itself takes an empty text for no certificate, and then serves nobody.
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
      throw new Error("the key is that of another certificate");
    // Also what comes after the first certificate.
    createSecureContext({ cert, key });
  } catch (error) {
    throw new Error(`${who} are not a certificate and its key: ${messageOf(error)}`);
  }
}

/**
 * Calls `use` with each new pair; returns what ends it. While one file is new and the other still old nothing happens:
 * the old pair goes on serving.
 */
export function watchPair(files: PairFiles, use: (pair: Pair) => void): () => void {
  let used = "";
  const look = (): void => {
    try {
      const pair = readPair(files);
      if (pair.cert + pair.key !== used) use(pair);
      used = pair.cert + pair.key;
    } catch {
      // Half written, or one of them not yet: the next look sees it.
    }
  };
  const names = [files.certFile, files.keyFile];
  for (const name of names) watchFile(name, { interval: LOOK_EVERY_MS, persistent: false }, look);
  return () => {
    for (const name of names) unwatchFile(name, look);
  };
}

export interface SelfSigned {
  readonly serving: Pair;
  /** Base64 of PEM, for `clientConfig.caBundle`. */
  readonly caBundle: string;
}

/** The library that makes certificates is loaded only here. */
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
