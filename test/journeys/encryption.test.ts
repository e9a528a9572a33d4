import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type FakePlugin, startFakePlugin } from "../../src/storage/encryption/kms/fake-plugin.tool.ts";
import { createEtcdClient } from "../../src/storage/etcd/client.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { hasReference, startReference } from "../process/reference.mjs";

const SECRETS = "/api/v1/namespaces/default/secrets";
const HIDDEN = "the-text-that-nobody-may-find";
const bodyOf = (name: string): string => JSON.stringify({ metadata: { name }, stringData: { a: HIDDEN } });

let dir = "";
let path = "";
beforeEach(() => {
  dir = newDataDir();
  path = join(dir, "encryption.yaml");
});
afterEach(() => removeDataDir(dir));

const keys = (...names: readonly string[]) => ({
  keys: names.map((name) => ({ name, secret: Buffer.alloc(32, name).toString("base64") })),
});

/** Replaces the file atomically, because the server reads it again. */
function configure(...resources: readonly object[]): void {
  const kind = { kind: "EncryptionConfiguration", apiVersion: "apiserver.config.k8s.io/v1" };
  writeFileSync(`${path}.new`, JSON.stringify({ ...kind, resources }));
  renameSync(`${path}.new`, path);
}

async function start(...flags: readonly string[]): Promise<RunningServer> {
  const server = await startServer(
    dir,
    "--controllers",
    "none",
    "--encryption-provider-config",
    path,
    ...flags,
  );
  onTestFinished(async () => void (await server.kill()));
  return server;
}

async function startPlugin(): Promise<FakePlugin> {
  const plugin = await startFakePlugin(join(dir, "kms.sock"));
  onTestFinished(() => plugin.stop());
  return plugin;
}

const create = async (server: RunningServer, name: string): Promise<void> => {
  expect((await server.fetch("POST", SECRETS, { body: bodyOf(name) })).status).toBe(201);
};

async function read(server: RunningServer, name: string): Promise<string> {
  const { text } = await server.fetch("GET", `${SECRETS}/${name}`);
  return Buffer.from(JSON.parse(text).data?.a ?? "", "base64").toString();
}

/** Writes the stored object again. Returns its resourceVersions before and after. */
async function rewrite(server: RunningServer, name: string): Promise<[string, string]> {
  const { text } = await server.fetch("GET", `${SECRETS}/${name}`);
  const answer = await server.fetch("PUT", `${SECRETS}/${name}`, { body: text });
  return [JSON.parse(text).metadata.resourceVersion, JSON.parse(answer.text).metadata.resourceVersion];
}

/** Text of all files of the store in the folder. */
function textOfFiles(): string {
  const store = join(dir, "data");
  return readdirSync(store, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(store, name)).toString("latin1"))
    .join("");
}

test("secrets are encrypted in the folder; a new key in the file is used without a restart", async () => {
  configure({ resources: ["secrets"], providers: [{ secretbox: keys("one") }, { identity: {} }] });
  const server = await start("--encryption-provider-config-automatic-reload");
  await create(server, "a");
  expect(textOfFiles()).toContain("k8s:enc:secretbox:v1:one:");
  expect(textOfFiles()).not.toContain(HIDDEN);
  expect((await server.fetch("GET", "/readyz?verbose")).text).toContain("[+]kms-providers ok");
  const [same, unchanged] = await rewrite(server, "a");
  expect(unchanged).toBe(same);
  configure({ resources: ["secrets"], providers: [{ aesgcm: keys("two") }, { secretbox: keys("one") }] });
  // A write whose stored form changes shows that the new file is in effect.
  let [before, after] = ["", ""];
  while (before === after) [before, after] = await rewrite(server, "a");
  expect(textOfFiles()).toContain("k8s:enc:aesgcm:v1:two:");
  expect(await read(server, "a")).toBe(HIDDEN);
  const { text } = await server.fetch("GET", "/metrics");
  const prefix = "apiserver_encryption_config_controller";
  expect(text).toMatch(
    new RegExp(`\n${prefix}_automatic_reloads_total\\{apiserver_id_hash=".*",status="success"\\} 1\n`),
  );
  expect(text).toMatch(
    new RegExp(`\n${prefix}_last_config_info\\{apiserver_id_hash=".*",hash="sha256:[0-9a-f]{64}"\\} 1\n`),
  );
});

test("a KMS plugin behind a socket: /readyz tells when it is not well, and a restart reads what was written", async () => {
  const plugin = await startPlugin();
  const kms = { apiVersion: "v2", name: "fake", endpoint: plugin.endpoint, timeout: "20s" };
  configure({ resources: ["secrets"], providers: [{ kms }] });
  let server = await start();
  await create(server, "a");
  expect(textOfFiles()).toContain("k8s:enc:kms:v2:fake:");
  expect(textOfFiles()).not.toContain(HIDDEN);
  expect((await server.fetch("GET", "/healthz/kms-providers")).status).toBe(200);
  await server.stop();
  plugin.healthz = "the module is locked";
  server = await start();
  expect(await read(server, "a")).toBe(HIDDEN);
  const check = await server.fetch("GET", "/readyz/kms-providers");
  expect([check.status, check.text]).toEqual([500, expect.stringContaining("the module is locked")]);
  expect((await server.fetch("GET", "/livez")).status).toBe(200);
});

const found = newestEtcd();
describe.skipIf(found === undefined || !hasReference())("over the etcd of kube-apiserver", () => {
  const PROVIDERS = [
    ["aescbc", { aescbc: keys("one") }],
    ["aesgcm", { aesgcm: keys("one") }],
    ["secretbox", { secretbox: keys("one") }],
  ] as const;

  test("both read what the other has encrypted, with each provider", async () => {
    const plugin = await startPlugin();
    const kms = { apiVersion: "v2", name: "fake", endpoint: plugin.endpoint, timeout: "20s" };
    const all = [...PROVIDERS, ["kms", { kms }] as const];
    const resources = ["secrets", "configmaps", "services", "leases.coordination.k8s.io"];
    configure(
      ...all.map(([, provider], i) => ({
        resources: [resources[i]],
        providers: [provider, { identity: {} }],
      })),
    );
    const etcd = await startEtcd(found as NonNullable<typeof found>);
    onTestFinished(() => etcd.stop());
    const flags = [`--encryption-provider-config=${path}`];
    const reference = await startReference(etcd.endpoint, { flags });
    onTestFinished(() => reference.stop());
    const server = await start("--etcd-servers", etcd.endpoint);
    const client = createEtcdClient({ endpoints: [etcd.endpoint] });
    const objects = [
      ["/api/v1/namespaces/default/secrets", {}, "/registry/secrets/default/"],
      ["/api/v1/namespaces/default/configmaps", {}, "/registry/configmaps/default/"],
      [
        "/api/v1/namespaces/default/services",
        { spec: { ports: [{ port: 80 }] } },
        "/registry/services/specs/default/",
      ],
      ["/apis/coordination.k8s.io/v1/namespaces/default/leases", {}, "/registry/leases/default/"],
    ] as const;
    for (const [i, [url, spec, key]] of objects.entries()) {
      const body = (name: string) => JSON.stringify({ metadata: { name, labels: { l: HIDDEN } }, ...spec });
      expect((await server.fetch("POST", url, { body: body("ours") })).status).toBe(201);
      expect((await askReference(reference, "POST", url, body("theirs"))).metadata).toBeDefined();
      for (const name of ["ours", "theirs"]) {
        const { kvs } = await client.range({ key: Buffer.from(key + name) });
        const stored = Buffer.from(kvs[0]?.value ?? []).toString("latin1");
        expect(stored).toMatch(new RegExp(`^k8s:enc:${all[i]?.[0]}:v`));
        expect(stored).not.toContain(HIDDEN);
        const mine = JSON.parse((await server.fetch("GET", `${url}/${name}`)).text);
        expect(mine).toEqual(await askReference(reference, "GET", `${url}/${name}`));
      }
    }
    client.close();
  });
});

function askReference(
  { port, ca }: { port: number; ca: string },
  method: string,
  url: string,
  body = "",
): Promise<Record<string, unknown>> {
  const headers = { authorization: "Bearer admin-token", "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      { host: "127.0.0.1", port, ca, method, path: url, headers, servername: "kubernetes" },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        answer.on("end", () => resolve(JSON.parse(text)));
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}
