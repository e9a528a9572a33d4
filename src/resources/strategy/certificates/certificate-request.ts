import { createPublicKey, verify, X509Certificate } from "node:crypto";
import { BIT_STRING, derValues, expectTag, INTEGER, pemBlocks, SEQUENCE } from "../../../api/der.ts";

/** Digests by the object identifier of a signature algorithm; undefined for those that bring their own. */
const DIGESTS: ReadonlyMap<string, string | undefined> = new Map([
  ["2a864886f70d01010b", "sha256"],
  ["2a864886f70d01010c", "sha384"],
  ["2a864886f70d01010d", "sha512"],
  ["2a8648ce3d040302", "sha256"],
  ["2a8648ce3d040303", "sha384"],
  ["2a8648ce3d040304", "sha512"],
  ["2b6570", undefined],
]);

/** What is wrong with a PKCS #10 request (base64 of PEM): its form, or its own signature. */
export function certificateRequestProblem(base64: string): string | undefined {
  const [block] = pemBlocks(base64);
  if (block?.type !== "CERTIFICATE REQUEST") return "PEM block type must be CERTIFICATE REQUEST";
  try {
    return signatureProblem(block.bytes);
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
}

function signatureProblem(der: Buffer): string | undefined {
  const [info, algorithm, signature] = derValues(expectTag(derValues(der)[0], SEQUENCE).content);
  const parts = derValues(expectTag(info, SEQUENCE).content);
  expectTag(parts[0], INTEGER);
  expectTag(parts[1], SEQUENCE);
  const publicKey = createPublicKey({
    key: expectTag(parts[2], SEQUENCE).whole,
    format: "der",
    type: "spki",
  });
  const oid = derValues(expectTag(algorithm, SEQUENCE).content)[0]?.content.toString("hex") ?? "";
  if (!DIGESTS.has(oid)) return "x509: cannot verify signature: algorithm unimplemented";
  // The first byte of a bit string counts its unused bits.
  const bits = expectTag(signature, BIT_STRING).content.subarray(1);
  const good = verify(DIGESTS.get(oid), info?.whole ?? Buffer.alloc(0), publicKey, bits);
  if (good) return undefined;
  return publicKey.asymmetricKeyType === "rsa"
    ? "crypto/rsa: verification error"
    : "x509: signature verification failure";
}

/** What is wrong with issued certificates (base64 of PEM); nothing at all is fine. */
export function certificateProblem(base64: string): string | undefined {
  if (base64 === "") return undefined;
  const blocks = pemBlocks(base64);
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== "CERTIFICATE")
      return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`;
    if (hasHeaders) return "no PEM block headers are permitted";
    if (bytes.length === 0) return "found CERTIFICATE PEM block containing 0 certificates";
    const problem = parseProblem(bytes);
    if (problem !== undefined) return problem;
  }
  return blocks.length === 0 ? "must contain at least one CERTIFICATE PEM block" : undefined;
}

function parseProblem(der: Buffer): string | undefined {
  try {
    new X509Certificate(der);
    return undefined;
  } catch {
    return "x509: malformed certificate";
  }
}
