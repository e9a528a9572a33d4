import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { Kept } from "./renew.ts";

const END = "-----END CERTIFICATE-----";

/**
 * Returns the data of the Secret: the names are those of `kubernetes.io/tls`, and `ca.crt` contains all
 * authorities.
 */
export function dataOf({ authorities, authorityKey, serving }: Kept): JsonObject {
  const texts = {
    "ca.crt": authorities.join(""),
    "ca.key": authorityKey,
    "tls.crt": serving.cert,
    "tls.key": serving.key,
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, Buffer.from(text).toString("base64")]),
  );
}

/** Reads the data of the Secret. Undefined if they are unusable: then everything is created again. */
export function keptIn(data: Json | undefined): Kept | undefined {
  if (!isJsonObject(data)) return undefined;
  const text = (name: string): string => Buffer.from(String(data[name] ?? ""), "base64").toString();
  const kept: Kept = {
    authorities: certificatesIn(text("ca.crt")),
    authorityKey: text("ca.key"),
    serving: { cert: text("tls.crt"), key: text("tls.key") },
  };
  return isUsable(kept) ? kept : undefined;
}

const certificatesIn = (pem: string): string[] =>
  pem
    .split(END)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => `${part}\n${END}\n`);

function isUsable({ authorities, authorityKey, serving }: Kept): boolean {
  const [newest] = authorities;
  if (newest === undefined) return false;
  try {
    createSecureContext({ cert: newest, key: authorityKey });
    createSecureContext(serving);
    for (const authority of authorities) new X509Certificate(authority);
    return true;
  } catch {
    return false;
  }
}
