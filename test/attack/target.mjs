import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../process/free-port.mjs";
import { startServer, stopServer, TOKEN } from "../process/start-server.mjs";
import { makeCertificate } from "./certificate.mjs";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const HOSTILE_OBJECTS = "/api/v1/namespaces/hostile/configmaps";
const NAMES = ["normal", "hostile", "hooked", "great"];

/**
 * A server with a small heap and some objects, accounts with few rights, and a webhook that is called for one
 * namespace.
 */
export async function startTarget(dist) {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-attack-"));
  const nodeFlags = [
    "--max-semi-space-size=32",
    "--max-old-space-size=512",
    ...(process.env.ATTACK_FLAGS?.split(" ") ?? []),
  ];
  const running = await startServer({ dist, dataDir: folder, inMemory: true, nodeFlags });
  const stop = async () => {
    await stopServer(running, 5000);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const server = { port: running.port, ca: running.ca, token: TOKEN };
    const send = sender(server);
    for (const name of NAMES) await send("/api/v1/namespaces", { metadata: { name } });
    await fill(send);
    const webhook = await registerWebhook(send, folder);
    const anyToken = await account(send, "any", []);
    const writerToken = await account(send, "writer", [
      { apiGroups: [""], resources: ["configmaps"], verbs: ["create"] },
      { apiGroups: ["certificates.k8s.io"], resources: ["certificatesigningrequests"], verbs: ["create"] },
    ]);
    const readerToken = await account(send, "reader", [
      { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] },
    ]);
    const { pid } = running.child;
    /** Deletes the objects of hostile clients, so that later clients find the same state as the first one. */
    const clean = () => send(HOSTILE_OBJECTS);
    return { server: { ...server, anyToken, writerToken, readerToken, webhook }, pid, running, clean, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** 36 MB to list, and one object that is great. */
async function fill(send) {
  const path = "/api/v1/namespaces/great/configmaps";
  const text = "x".repeat(90_000);
  for (let i = 0; i < 400; i++) await send(path, { metadata: { name: `great-${i}` }, data: { text } });
  await send(path, { metadata: { name: "widest" }, data: { text: "x".repeat(900_000) } });
}

async function account(send, name, rules) {
  const accounts = "/api/v1/namespaces/hostile/serviceaccounts";
  await send(accounts, { metadata: { name } });
  if (rules.length > 0) {
    await send(`${RBAC}/clusterroles`, { metadata: { name }, rules });
    await send(`${RBAC}/clusterrolebindings`, {
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", namespace: "hostile", name }],
    });
  }
  const { status } = await send(`${accounts}/${name}/token`, { spec: { expirationSeconds: 7200 } });
  return status.token;
}

async function registerWebhook(send, folder) {
  const port = await freePort();
  const { key, cert } = makeCertificate(folder);
  const clientConfig = {
    url: `https://127.0.0.1:${port}/`,
    caBundle: Buffer.from(cert).toString("base64"),
  };
  await send("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", {
    metadata: { name: "hostile" },
    webhooks: [
      {
        name: "hostile.example.com",
        clientConfig,
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "hooked" } },
        failurePolicy: "Ignore",
        sideEffects: "None",
        timeoutSeconds: 5,
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  return { port, key, cert };
}

/** Makes a function that creates an object by POST, or deletes objects if there is no body. */
function sender({ port, ca, token }) {
  const agent = new Agent({ ca, keepAlive: true });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return (path, body) =>
    new Promise((resolve, reject) => {
      const [method, wanted] = body === undefined ? ["DELETE", 200] : ["POST", 201];
      const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
        let text = "";
        response.on("data", (piece) => {
          text += piece;
        });
        response.on("end", () =>
          response.statusCode === wanted ? resolve(JSON.parse(text)) : reject(new Error(`${path}: ${text}`)),
        );
      });
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
