import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer as createPlainServer } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { lintPaths } from "../../src/cli/lint/lint.ts";
import type { LintFlags } from "../../src/cli/lint/lint-flags.ts";
import { createAuthority, issueServing } from "../../src/http/certificates/issue.ts";
import type { Finding } from "../../src/lint/finding.ts";
import { folderForTests } from "../tools/scratch-folder.tool.ts";

const folder = folderForTests();
const closers: (() => void)[] = [];
const authority = await createAuthority({ commonName: "ca", now: Date.now() });
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server with a certificate for a host, and returns its address. */
async function serving(host: string, days = 365): Promise<string> {
  const now = days < 0 ? Date.now() + 2 * days * 86_400_000 : Date.now();
  const { cert, key } = await issueServing(authority, { hosts: [host], now, days: Math.abs(days) });
  const server = createServer({ cert, key }, (socket) => {
    socket.on("error", () => {});
    socket.end();
  });
  server.on("tlsClientError", () => {});
  return listening(server);
}

function listening(server: ReturnType<typeof createPlainServer>): Promise<string> {
  closers.push(() => void server.close());
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => done(`127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

/** Findings about a webhook with the Service owners in shop, which is at this address. */
async function dial(address: string, trusted = authority): Promise<Finding[]> {
  const caBundle = Buffer.from(trusted.cert).toString("base64");
  const hook = {
    name: "owners.example.com",
    clientConfig: { service: { namespace: "shop", name: "owners" }, caBundle },
    rules: [{ apiGroups: ["batch"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["jobs"] }],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  const configuration = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "owners" },
    webhooks: [hook],
  };
  const file = join(folder, "hooks.json");
  writeFileSync(file, JSON.stringify(configuration));
  const flags: LintFlags = {
    ...{ failOn: "error", output: "json", color: "never" },
    dial: true,
    service: [`shop/owners=${address}`],
  };
  return JSON.parse((await lintPaths([file], flags)).text).findings;
}

const rulesOf = (findings: readonly Finding[]): string[] => findings.map(({ rule }) => rule);

describe("--dial", () => {
  test("finds nothing wrong with the certificate of the Service", async () => {
    expect(rulesOf(await dial(await serving("owners.shop.svc")))).toEqual([]);
  });

  test("finds a certificate for another name", async () => {
    const [first, ...more] = await dial(await serving("owners.store.svc"));
    expect(first).toMatchObject({ rule: "certificate-name", webhook: "owners.example.com" });
    expect(first?.message).toContain("owners.shop.svc");
    expect(more).toEqual([]);
  });

  test("finds a certificate that has expired, and one that soon will", async () => {
    expect(rulesOf(await dial(await serving("owners.shop.svc", -10)))).toEqual(["certificate-expired"]);
    expect(rulesOf(await dial(await serving("owners.shop.svc", 10)))).toEqual(["certificate-expires"]);
  });

  test("finds a certificate for which the bundle does not vouch", async () => {
    const other = await createAuthority({ commonName: "other", now: Date.now() });
    expect(rulesOf(await dial(await serving("owners.shop.svc"), other))).toEqual(["certificate-untrusted"]);
  });

  test("finds that a server does not speak TLS", async () => {
    const plain = createPlainServer((socket) => {
      socket.on("error", () => {});
      socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    expect(rulesOf(await dial(await listening(plain)))).toEqual(["unreachable"]);
  });
});
