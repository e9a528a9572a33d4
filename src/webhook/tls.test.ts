import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAuthority, issueServing, type KeyPair } from "../http/certificates/issue.ts";
import { serveWebhooks, validating } from "./index.ts";
import { readPair } from "./tls.ts";

const now = Date.now();
const authority = createAuthority({ commonName: "webhook-ca", now });
const serving = async (): Promise<KeyPair> => issueServing(await authority, { hosts: ["localhost"], now });

function files(cert: string, key: string) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-pair-"));
  const both = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
  writeFileSync(both.certFile, cert);
  writeFileSync(both.keyFile, key);
  return both;
}

test("a certificate and its key are a pair", async () => {
  const pair = await serving();
  expect(readPair(files(pair.cert, pair.key))).toEqual(pair);
});

/** Programs that write a file empty it first: a read can occur in between. */
test("what is half written is no pair", async () => {
  const [one, other] = [await serving(), await serving()];
  const half = (text: string): string => text.slice(0, text.length / 2);
  for (const [cert, key] of [
    ["", ""],
    ["", one.key],
    [one.cert, ""],
    [half(one.cert), one.key],
    [one.cert + half(other.cert), one.key],
    [one.cert, half(one.key)],
    [one.cert, other.key],
  ] as const)
    expect(() => readPair(files(cert, key)), `${cert}${key}`).toThrow("are not a certificate and its key");
});

test("a server does not begin with nothing", async () => {
  const yes = validating("/yes", () => true);
  await expect(serveWebhooks([yes], { tls: { cert: "", key: "" } })).rejects.toThrow(
    "not a certificate and its key",
  );
});
