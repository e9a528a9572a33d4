import "reflect-metadata";
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { describe, expect, it } from "vitest";
import { firstPemBlock } from "../../crypto/pem.ts";
import { readCertificate } from "../../crypto/x509/certificate.ts";
import { createAuthority, issueClient, issueServing, type KeyPair } from "./issue.ts";

const now = Date.UTC(2026, 0, 31, 12, 30, 15);

/** Parses the certificate with the parser that follows Go's rules. */
function read({ cert }: KeyPair) {
  const certificate = readCertificate(firstPemBlock(cert)?.bytes ?? Buffer.alloc(0));
  if (typeof certificate === "string") throw new Error(certificate);
  return certificate;
}

describe("certificates", () => {
  it("createAuthority makes an authority that signs certificates and nothing is unknown in it", async () => {
    const pair = await createAuthority({ commonName: "an authority ✓", now });
    const authority = read(pair);
    expect(authority.subject.commonName).toBe("an authority ✓");
    expect(authority.issuer.raw).toBe(authority.subject.raw);
    expect(authority.extensions.basicConstraints).toEqual({ isCa: true, maxPathLength: -1 });
    expect(authority.extensions).toMatchObject({ keyUsage: 0b110_0001, hasUnknownCritical: false });
    const certificate = new X509Certificate(pair.cert);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(pair.key))).toBe(true);
  });

  it("issueServing makes a certificate that names its authority, its hosts and what it is for", async () => {
    const ca = await createAuthority({ commonName: "ca", now });
    const hosts = [
      "api.test",
      "127.0.0.1",
      "::1",
      ...Array.from({ length: 5000 }, (_, i) => `host-${i}.test`),
    ];
    const pair = await issueServing(ca, { hosts, now, days: 2 });
    const { extensions, ...certificate } = read(pair);
    expect(certificate).toMatchObject({
      version: 3,
      subject: { commonName: "api.test" },
      notBefore: now - 3_600_000,
      notAfter: now + 2 * 86_400_000,
    });
    expect(extensions.names?.dns).toEqual(hosts.filter((host) => !["127.0.0.1", "::1"].includes(host)));
    expect(extensions.names?.ips.map((ip) => ip.length)).toEqual([4, 16]);
    expect(extensions.basicConstraints?.isCa).toBe(false);
    expect(extensions).toMatchObject({ keyUsage: 1, extendedKeyUsages: ["1.3.6.1.5.5.7.3.1"] });
    expect(extensions.authorityKeyId).toEqual(read(ca).extensions.subjectKeyId);
    const parsed = new X509Certificate(pair.cert);
    expect(parsed.verify(new X509Certificate(ca.cert).publicKey)).toBe(true);
    expect(parsed.checkIssued(new X509Certificate(ca.cert))).toBe(true);
    expect(parsed.checkIP("::1")).toBe("::1");
  });

  it("issueClient makes a certificate with the user's name and groups in their order", async () => {
    const ca = await createAuthority({ commonName: "ca", now });
    const client = await issueClient(ca, { commonName: "jürgen", organizations: ["b, c=d", "a"], now });
    const { subject, extensions } = read(client);
    expect(subject).toMatchObject({ commonName: "jürgen", organizations: ["b, c=d", "a"] });
    expect(extensions.extendedKeyUsages).toEqual(["1.3.6.1.5.5.7.3.2"]);
  });

  it("writes times after 2049 as RFC 5280 wants them", async () => {
    const pair = await createAuthority({ commonName: "ca", now, days: 36_500 });
    expect(read(pair).notAfter).toBe(now + 36_500 * 86_400_000);
  });

  it("signs for authorities that others have made, by the key identifier that they name", async () => {
    const algorithm = { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" };
    const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    const made = await x509.X509CertificateGenerator.createSelfSigned({
      name: "O=others, CN=other",
      keys,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.SubjectKeyIdentifierExtension("0102030405"),
      ],
    });
    const der = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
    const ca = { cert: made.toString("pem"), key: x509.PemConverter.encode(der, "PRIVATE KEY") };
    const pair = await issueServing(ca, { hosts: ["a.test"], now });
    expect(read(pair).extensions.authorityKeyId.toString("hex")).toBe("0102030405");
    expect(new X509Certificate(pair.cert).checkIssued(new X509Certificate(ca.cert))).toBe(true);
    expect(new X509Certificate(pair.cert).verify(new X509Certificate(ca.cert).publicKey)).toBe(true);
  });

  it("gives every certificate a positive serial number of its own", async () => {
    const ca = await createAuthority({ commonName: "ca", now });
    const made = await Promise.all(
      Array.from({ length: 50 }, () => issueClient(ca, { commonName: "a", organizations: [], now })),
    );
    expect(new Set(made.map((pair) => read(pair).serial.toString("hex"))).size).toBe(50);
  });

  it("says why an authority cannot sign", async () => {
    const ca = await createAuthority({ commonName: "ca", now });
    await expect(issueServing({ ...ca, cert: "" }, { hosts: [], now })).rejects.toThrow(
      "the authority cannot sign",
    );
    const { privateKey } = generateKeyPairSync("ed25519");
    const key = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    await expect(issueServing({ ...ca, key }, { hosts: [], now })).rejects.toThrow("use RSA or ECDSA");
  });
});
