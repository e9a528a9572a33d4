import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { connect as connectTo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  deny,
  manifests,
  on,
  secretCertificate,
  serveWebhooks,
  validating,
  type WebhookServer,
} from "../../src/webhook/index.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const DAY = 86_400_000;
const SETTLE_MS = 600_000;
const owner = validating(
  { path: "/owner", rules: [on("v1", "configmaps")] },
  { create: (map) => (map.metadata.labels?.owner ? true : deny("who owns it?")) },
);
const OPTIONS = { name: "checks", certificate: "own", image: "registry.example.com/checks:1" } as const;
const COLLECTIONS: Readonly<Record<string, string>> = {
  Secret: "/api/v1/namespaces/default/secrets",
  ServiceAccount: "/api/v1/namespaces/default/serviceaccounts",
  Service: "/api/v1/namespaces/default/services",
  Role: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
  RoleBinding: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings",
  ClusterRole: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  ClusterRoleBinding: "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
  ValidatingWebhookConfiguration: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
};

const dir = newDataDir();
let server: RunningServer;
let webhooks: WebhookServer | undefined;
/** A server at the address at which the API server expects the Service. It forwards to the webhooks. */
let service: Server;

beforeAll(async () => {
  service = createServer((socket) => {
    const there = connectTo(webhooks?.port ?? 0, "127.0.0.1");
    for (const one of [socket, there]) one.on("error", () => {});
    socket.pipe(there).pipe(socket);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  server = await startServer(dir, "--service", `default/checks=127.0.0.1:${port}`);
});
afterAll(async () => {
  await webhooks?.close();
  await server.stop();
  service.close();
  removeDataDir(dir);
});

const post = (path: string, body: unknown) => server.fetch("POST", path, { body: JSON.stringify(body) });

async function apply(): Promise<void> {
  expect((await post("/api/v1/namespaces", { metadata: { name: "demo" } })).status).toBe(201);
  for (const object of await manifests([owner], OPTIONS)) {
    const path = COLLECTIONS[String(object.kind)];
    if (path !== undefined) expect((await post(path, object)).status, String(object.kind)).toBe(201);
  }
}

/** A kubeconfig for the account of the pods, with only the rights that the manifests grant. */
async function kubeconfig(): Promise<string> {
  const { text } = await post("/api/v1/namespaces/default/serviceaccounts/checks/token", {
    spec: { expirationSeconds: 3600 },
  });
  const { token } = (JSON.parse(text) as { status: { token: string } }).status;
  const file = join(dir, "pod.kubeconfig");
  const cluster = { server: server.url, "certificate-authority": join(dir, "certs/ca.crt") };
  const config = {
    "current-context": "pod",
    contexts: [{ name: "pod", context: { cluster: "here", user: "pod" } }],
    clusters: [{ name: "here", cluster }],
    users: [{ name: "pod", user: { token } }],
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

async function authorities(): Promise<number> {
  const { text } = await server.fetch("GET", `${COLLECTIONS.ValidatingWebhookConfiguration}/checks`);
  const [webhook] = (JSON.parse(text) as { webhooks: { clientConfig: { caBundle?: string } }[] }).webhooks;
  const pem = Buffer.from(webhook?.clientConfig.caBundle ?? "", "base64").toString();
  return pem.split("BEGIN CERTIFICATE").length - 1;
}

const servingCertificate = async (): Promise<string> => {
  const { text } = await server.fetch("GET", `${COLLECTIONS.Secret}/checks-tls`);
  return (JSON.parse(text) as { data: Record<string, string> }).data["tls.crt"] ?? "";
};

test("webhooks keep their certificate in a Secret; each call succeeds while certificate and authority are replaced", async () => {
  await apply();
  const real = Date.now();
  let now = real - 3550 * DAY;
  const problems: string[] = [];
  const options = {
    name: OPTIONS.name,
    kubeconfig: await kubeconfig(),
    everyMs: 20,
    settleMs: SETTLE_MS,
    now: () => now,
    onError: (error: Error) => problems.push(error.message),
  };
  // Ten years ago, for the authority to be old; 85 days ago, for a certificate that is valid today.
  await secretCertificate(options).then((source) => source.watch(() => {})());
  now = real - 85 * DAY;
  const replicas = await Promise.all([secretCertificate(options), secretCertificate(options)]);
  const [first, second] = replicas.map(({ pair }) => pair.cert);
  expect(second).toBe(first);
  webhooks = await serveWebhooks([owner], { tls: replicas[0] });
  const stop = replicas[1].watch(() => {});

  let calls = 0;
  let asking = true;
  const refusals = new Set<string>();
  const client = (async () => {
    while (asking) {
      const labels = calls % 2 === 0 ? { owner: "ada" } : {};
      const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: `map-${calls++}`, labels } };
      const { status, text } = await post("/api/v1/namespaces/demo/configmaps", body);
      if (status !== 201) refusals.add((JSON.parse(text) as { message: string }).message);
    }
  })();

  const before = await servingCertificate();
  now = real - 79 * DAY;
  await expect.poll(authorities).toBe(2);
  expect(await servingCertificate()).toBe(before);
  now += SETTLE_MS;
  await expect.poll(servingCertificate).not.toBe(before);
  const replaced = calls;
  await expect.poll(() => calls).toBeGreaterThan(replaced + 10);
  asking = false;
  await client;
  stop();
  expect([...refusals]).toEqual([
    'admission webhook "owner.checks.default" denied the request: who owns it?',
  ]);
  expect(problems).toEqual([]);
});
