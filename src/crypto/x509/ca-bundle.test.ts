import { describe, expect, it } from "vitest";
import { createAuthority } from "../../http/certificates/issue.ts";
import { clientAuthorities } from "./ca-bundle.ts";

const block = (content: string, type = "CERTIFICATE"): string =>
  `-----BEGIN ${type}-----\n${content}\n-----END ${type}-----\n`;

describe("clientAuthorities", () => {
  it("keeps the certificates and nothing else", async () => {
    const { cert, key } = await createAuthority({ commonName: "a", now: Date.now() });
    expect(clientAuthorities(`text\n${key}\n${cert}`)).toBe(`${cert.trim()}\n`);
  });

  // The texts are kube-apiserver's for such a --client-ca-file.
  it.each([
    ["nothing", ""],
    ["no PEM", "hello"],
    ["a key", block("AAAA", "PRIVATE KEY")],
    ["a certificate behind a space", ` ${block("AAAA")}`],
  ])("refuses %s", (_name, pem) => {
    expect(() => clientAuthorities(pem)).toThrow("data does not contain any valid RSA or ECDSA certificates");
  });

  it("refuses all when one cannot be read", async () => {
    const { cert } = await createAuthority({ commonName: "a", now: Date.now() });
    expect(() => clientAuthorities(cert.trim().concat("\n", block("aGVsbG8=")))).toThrow(
      "x509: malformed certificate",
    );
  });
});
