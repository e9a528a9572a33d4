import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longTest, sampled } from "../../../test/parts/sampled.ts";
import { findEtcds, type RunningEtcd, startEtcd } from "../../../test/process/etcd.mjs";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { createAuthority, issueClient, issueServing, type KeyPair } from "../../http/certificates/issue.ts";
import { sealing, until, written } from "../contract/tools.ts";
import { openEtcdStorage } from "./etcd-storage.ts";
import type { EtcdTls } from "./grpc/connection.ts";

const DAY = 86_400_000;
const etcds = sampled(findEtcds());
if (etcds.length === 0) test.skip("there is no etcd here");

const tlsOf = (authority: KeyPair, client?: KeyPair): EtcdTls => ({
  ca: Buffer.from(authority.cert),
  ...(client && { cert: Buffer.from(client.cert), key: Buffer.from(client.key) }),
});

describe.each(etcds)("etcd $version over TLS", (found) => {
  const folder = folderForTests();
  let etcd: RunningEtcd;
  let authority: KeyPair;
  let client: KeyPair;

  beforeAll(async () => {
    // With the clock ahead (`npm run stress -- ahead`) etcd still has the system's: they are valid at both times.
    const lasting = { now: Date.now() - 500 * DAY, days: 1000 };
    authority = await createAuthority({ commonName: "etcd", ...lasting });
    const serving = await issueServing(authority, { hosts: ["127.0.0.1"], ...lasting });
    client = await issueClient(authority, { commonName: "sallyport", organizations: [], ...lasting });
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const files = {
      cert: file("crt", serving.cert),
      key: file("key", serving.key),
      ca: file("ca", authority.cert),
    };
    etcd = await startEtcd(found, { tls: files });
  });
  afterAll(() => etcd.stop());

  test("a storage with a certificate that it trusts reads, writes and watches, more at once than it takes streams", async () => {
    const storage = await openEtcdStorage({ endpoints: [etcd.endpoint], tls: tlsOf(authority, client) });
    const seen: string[] = [];
    storage.watch("/registry/", storage.revision, { change: ({ key }) => seen.push(key), closed: () => {} });
    const made = await Promise.all(
      Array.from({ length: 600 }, (_, n) =>
        storage.create(`/registry/k${n}`, sealing({ text: "x".repeat(2000) })),
      ),
    );
    made.map(written);
    await until(
      () => seen.length === 600,
      () => seen,
    );
    expect((await storage.list("/registry/")).entries).toHaveLength(600);
    await storage.close();
  });

  longTest("without one, or without trust, it says so", async () => {
    const stranger = await createAuthority({ commonName: "stranger", now: Date.now() });
    await expect(
      openEtcdStorage({ endpoints: [etcd.endpoint], tls: tlsOf(stranger, client) }),
    ).rejects.toMatchObject({
      code: "Failed",
      message: expect.stringMatching(/certificate/),
    });
    await expect(
      openEtcdStorage({ endpoints: [etcd.endpoint], tls: tlsOf(authority) }),
    ).rejects.toMatchObject({
      code: "Failed",
    });
  });
});
