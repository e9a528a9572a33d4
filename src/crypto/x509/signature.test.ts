import { constants, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readCertificateRequest } from "./certificate-request.ts";
import { signatureProblem } from "./signature.ts";
import { stubDer } from "./stub-request.tool.ts";

const NULL = stubDer(5);
const oid = (hex: string): Buffer => stubDer(6, Buffer.from(hex, "hex"));
const SHA256 = stubDer(0x30, oid("608648016503040201"), NULL);
const PSS = stubDer(
  0x30,
  stubDer(0xa0, SHA256),
  stubDer(0xa1, stubDer(0x30, oid("2a864886f70d010108"), SHA256)),
  stubDer(0xa2, stubDer(2, Buffer.from([32]))),
);
const RSA_SHA256 = [oid("2a864886f70d01010b"), NULL];
const ECDSA_SHA256 = [oid("2a8648ce3d040302")];

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const short = generateKeyPairSync("rsa", { modulusLength: 512 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });

interface Asked {
  readonly pair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly algorithm: readonly Buffer[];
  readonly saltLength?: number;
  readonly damaged?: boolean;
}

function problemOf({ pair, algorithm, saltLength, damaged = false }: Asked): string | undefined {
  const spki = pair.publicKey.export({ type: "spki", format: "der" });
  const info = stubDer(0x30, stubDer(2, Buffer.from([0])), stubDer(0x30), spki, stubDer(0xa0));
  const padding = saltLength === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
  const signature = sign("sha256", info, { key: pair.privateKey, ...padding });
  if (damaged) signature[signature.length - 1] = (signature[signature.length - 1] ?? 0) ^ 1;
  const bits = stubDer(3, Buffer.from([0]), signature);
  const request = readCertificateRequest(stubDer(0x30, info, stubDer(0x30, ...algorithm), bits));
  return signatureProblem(request, request.publicKey, { allowsSha1: true });
}

describe("signatureProblem", () => {
  it("has none with good signatures", () => {
    expect(problemOf({ pair: rsa, algorithm: RSA_SHA256 })).toBeUndefined();
    expect(problemOf({ pair: ec, algorithm: ECDSA_SHA256 })).toBeUndefined();
    const pss = [oid("2a864886f70d01010a"), PSS];
    expect(problemOf({ pair: rsa, algorithm: pss, saltLength: 32 })).toBeUndefined();
  });

  // The texts are those of Go's crypto/x509 and crypto/rsa.
  it.each<[string, Asked, string]>([
    [
      "another signature (RSA)",
      { pair: rsa, algorithm: RSA_SHA256, damaged: true },
      "crypto/rsa: verification error",
    ],
    [
      "another signature (ECDSA)",
      { pair: ec, algorithm: ECDSA_SHA256, damaged: true },
      "x509: ECDSA verification failure",
    ],
    [
      "a short key",
      { pair: short, algorithm: RSA_SHA256 },
      "crypto/rsa: 512-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)",
    ],
    [
      "MD5",
      { pair: rsa, algorithm: [oid("2a864886f70d010104"), NULL] },
      "x509: cannot verify signature: insecure algorithm MD5-RSA",
    ],
    [
      "an unknown algorithm",
      { pair: rsa, algorithm: [oid("2a03")] },
      "x509: cannot verify signature: algorithm unimplemented",
    ],
    [
      "an algorithm of other keys",
      { pair: ec, algorithm: RSA_SHA256 },
      "x509: signature algorithm specifies an RSA public key, but have public key of type *ecdsa.PublicKey",
    ],
  ])("refuses %s", (_name, asked, expected) => {
    expect(problemOf(asked)).toBe(expected);
  });
});
