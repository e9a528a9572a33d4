import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { Buffer } from "buffer";
import { absent } from "./absent.ts";

const HASHES = { md5, sha1, sha256, sha384, sha512 };

const bytesOf = (data: string | Uint8Array): Uint8Array =>
  typeof data === "string" ? Buffer.from(data, "utf8") : data;

const encoded = (bytes: Uint8Array, encoding?: string): string | Buffer => {
  const buffer = Buffer.from(bytes);
  if (encoding === undefined || encoding === "buffer") return buffer;
  if (encoding !== "base64url") return buffer.toString(encoding as BufferEncoding);
  return buffer.toString("base64").replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

export function createHash(name: keyof typeof HASHES) {
  const state = HASHES[name].create();
  const hash = {
    update(data: string | Uint8Array) {
      state.update(bytesOf(data));
      return hash;
    },
    digest: (encoding?: string) => encoded(state.digest(), encoding),
  };
  return hash;
}

export const hash = (name: keyof typeof HASHES, data: string | Uint8Array, encoding = "hex") =>
  encoded(HASHES[name](bytesOf(data)), encoding);

export const randomUUID = (): string => crypto.randomUUID();
export const randomBytes = (size: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(size)));
export const randomInt = (below: number): number => Math.floor(Math.random() * below);
export const timingSafeEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

// Keys are not examined: each fits each certificate, and each signature is valid. The page finds less than Node, and nothing wrong.
const KEY = { asymmetricKeyType: "rsa" };
export const createPublicKey = (): object => KEY;
export const createPrivateKey = (): object => KEY;
export const verify = (): boolean => true;
export const constants = {};
export class X509Certificate {
  readonly publicKey = KEY;
  checkPrivateKey(): boolean {
    return true;
  }
}

// The page issues no tokens.
export const generateKeyPairSync = absent("generateKeyPairSync");
