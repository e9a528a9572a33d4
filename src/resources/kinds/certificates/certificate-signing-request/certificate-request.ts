import { pemOfBase64, readPem } from "../../../../crypto/pem.ts";
import { readCertificates } from "../../../../crypto/x509/certificate.ts";
import { parseRequest } from "../../../../crypto/x509/certificate-request.ts";
import { signatureProblem } from "../../../../crypto/x509/signature.ts";
import { quote } from "../../../../go/quote.ts";

/** Returns the problem of a PKCS #10 request (base64 of PEM): of its form, or of its own signature. */
export function certificateRequestProblem(base64: string): string | undefined {
  const request = parseRequest(base64);
  if ("problem" in request) return request.problem;
  return signatureProblem(request, request.publicKey, { allowsSha1: true });
}

/** Returns the problem of issued certificates (base64 of PEM); an empty text is valid. */
export function certificateProblem(base64: string): string | undefined {
  if (base64 === "") return undefined;
  const { blocks } = readPem(pemOfBase64(base64));
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== "CERTIFICATE") return `only CERTIFICATE PEM blocks are allowed, found ${quote(type)}`;
    if (hasHeaders) return "no PEM block headers are permitted";
    const certificates = readCertificates(bytes);
    if (typeof certificates === "string") return certificates;
    if (certificates.length === 0) return "found CERTIFICATE PEM block containing 0 certificates";
  }
  return blocks.length === 0 ? "must contain at least one CERTIFICATE PEM block" : undefined;
}
