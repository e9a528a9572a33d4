import { generateKeyPairSync, sign } from "node:crypto";
import { pemText } from "../pem.ts";

/** For tests: encodes a DER value of fewer than 65536 bytes. */
export function stubDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** For tests: one attribute of a subject; default type: O. */
export const stubAttribute = (value: Uint8Array, oid = "55040a"): Buffer =>
  stubDer(0x31, stubDer(0x30, stubDer(6, Buffer.from(oid, "hex")), value));

const pair = generateKeyPairSync("ed25519");
const ED25519 = stubDer(0x30, stubDer(6, Buffer.from("2b6570", "hex")));

/** For tests: a certificate request with this subject and a valid signature. */
export function stubRequest(subject: readonly Uint8Array[], attributes: readonly Uint8Array[] = []): Buffer {
  const key = pair.publicKey.export({ type: "spki", format: "der" });
  const version = stubDer(2, Buffer.from([0]));
  const info = stubDer(0x30, version, stubDer(0x30, ...subject), key, stubDer(0xa0, ...attributes));
  const signature = stubDer(3, Buffer.from([0]), sign(null, info, pair.privateKey));
  return stubDer(0x30, info, ED25519, signature);
}

/** For tests: a request as the `spec.request` of a CertificateSigningRequest. */
export const stubRequestPem = (subject: readonly Uint8Array[]): string =>
  Buffer.from(pemText({ type: "CERTIFICATE REQUEST", bytes: stubRequest(subject) })).toString("base64");
