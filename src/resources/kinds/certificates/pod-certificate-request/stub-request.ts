import type { FieldReport } from "../../../../api/validation/field-report.ts";
import {
  type CertificateRequest,
  readCertificateRequest,
} from "../../../../crypto/x509/certificate-request.ts";
import { signatureProblem } from "../../../../crypto/x509/signature.ts";

const MAX_BYTES = 10 * 1024;

/** Checks the request for a certificate inside the spec at `at`: its key, and its own signature. */
export function checkStub(base64: string, at: FieldReport): void {
  const der = Buffer.from(base64, "base64");
  const path = at.child("stubPKCS10Request");
  if (der.length === 0) {
    refuse(at, "exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set");
    return;
  }
  if (der.length > MAX_BYTES) {
    path.tooLong(MAX_BYTES);
    return;
  }
  const request = readStub(base64);
  if (request === undefined) refuse(path, "must be a valid PKCS#10 CSR");
  else if (checkKey(request, path) && signatureProblem(request, request.publicKey, { allowsSha1: true }))
    refuse(path, "invalid signature");
}

/** Parses the request; undefined if it is not valid. */
export function readStub(base64: string): CertificateRequest | undefined {
  try {
    return readCertificateRequest(Buffer.from(base64, "base64"));
  } catch {
    return undefined;
  }
}

function checkKey({ publicKey }: CertificateRequest, at: FieldReport): boolean {
  const before = at.errors.length;
  if (publicKey === undefined)
    refuse(at, "unknown public key type; supported types are Ed25519, ECDSA, and RSA");
  else if (publicKey.kind === "rsa") {
    const bits = publicKey.modulus.length * 8;
    if (bits !== 3072 && bits !== 4096)
      at.invalid(`${bits}-bit modulus`, "RSA keys must have modulus size 3072 or 4096");
  } else if (publicKey.kind === "ecdsa" && publicKey.key.asymmetricKeyDetails?.namedCurve === "secp224r1")
    at.invalid("curve P-224", "elliptic public keys must use curve P256, P384, or P521");
  return at.errors.length === before;
}

/** Adds an error without a value (field.OmitValueType). */
export function refuse(at: FieldReport, detail: string): void {
  at.errors.push({ reason: "FieldValueInvalid", field: at.toString(), message: `Invalid value: ${detail}` });
}
