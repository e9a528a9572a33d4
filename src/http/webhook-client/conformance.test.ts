import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedFile } from "../../../test/tools/shared-folder.tool.ts";
import type { WebhookService } from "../../api/webhook-client-config.ts";
import { parseCaBundle } from "../../crypto/x509/ca-bundle.ts";
import { targetOf } from "./target.ts";

interface Case {
  readonly name: string;
  readonly category: string;
  readonly input: { readonly caBundle?: string; readonly url?: string; readonly service?: WebhookService };
  readonly valid?: boolean;
  readonly expected?: { readonly tlsServerName?: string; readonly requestUrl?: string };
}

const path = sharedFile("conformance/webhook-client-config-validation.json");
const cases: readonly Case[] = path === undefined ? [] : JSON.parse(readFileSync(path, "utf8")).cases;
const inCategory = (category: string): readonly Case[] => cases.filter((one) => one.category === category);

describe.skipIf(path === undefined)(
  "client configuration (shared data; skipped when it is not beside the checkout)",
  () => {
    it.each(inCategory("ca-bundle"))("parseCaBundle: $name", ({ input: { caBundle = "" }, valid }) => {
      // An empty bundle is handled by the caller: it means the system's roots.
      expect(caBundle === "" || parseCaBundle(caBundle).kind === "certificates").toBe(valid);
    });

    // We use HTTP/1.1 everywhere; if the data allows HTTP/2, HTTP/1.1 is allowed too.
    it.each(inCategory("http-version"))("targetOf: $name", ({ input, expected }) => {
      const target = targetOf(input);
      if (typeof target === "string") throw new Error(target);
      if (expected?.tlsServerName !== undefined) expect(target.serverName).toBe(expected.tlsServerName);
      if (expected?.requestUrl !== undefined) expect(target.origin).toBe(expected.requestUrl);
    });
  },
);

describe("parseCaBundle", () => {
  const block = (content: string, type = "CERTIFICATE"): string =>
    `-----BEGIN ${type}-----\n${content}\n-----END ${type}-----\n`;
  it.each([
    ["no PEM", "hello", "unable to parse bytes as PEM block"],
    [
      "PEM that is no certificate",
      block("aGVsbG8="),
      "failed to parse certificate: x509: malformed certificate",
    ],
    [
      "a certificate of nothing",
      block("MAA="),
      "failed to parse certificate: x509: malformed tbs certificate",
    ],
    ["a key only", block("aGVsbG8=", "PRIVATE KEY").trimEnd(), "no valid certificate authority data seen"],
    [
      "a key and something",
      `${block("aGVsbG8=", "PRIVATE KEY")}\nrest`,
      "unable to parse bytes as PEM block",
    ],
  ])("parseCaBundle refuses %s as the reference does", (_name, pem, expected) => {
    expect(parseCaBundle(pem)).toEqual({
      kind: "error",
      message: `unable to load root certificates: ${expected}`,
    });
  });
});

describe("targetOf", () => {
  it.each([
    ["https://a.test/x/../y//z/", "https://a.test", "/y/z", "a.test:443", "a.test"],
    ["https://a.test:443", "https://a.test:443", "/", "a.test:443", "a.test"],
    ["https://[::1]:9443/x%20y", "https://[::1]:9443", "/x%20y", "[::1]:9443", "::1"],
    ["https://[::1]/(a)", "https://[::1]", "/%28a%29", "[::1]:443", "::1"],
  ])("targetOf reads %s", (url, origin, path_, hostPort, serverName) => {
    expect(targetOf({ url })).toEqual({ origin, path: path_, host: origin.slice(8), hostPort, serverName });
  });
});
