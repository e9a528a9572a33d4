import { createServer } from "node:https";
import { pathToFileURL } from "node:url";

const PATH = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
const NAME = "chaos";
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Registers one webhook repeatedly, each time with another URL. The URL contains the number that the webhook writes
 * into objects. `words` has the reports of servers: from `at` on a version is in effect, on one server or, without
 * `replica`, on all. A server with several processes has it in effect at once only in the one that has written it.
 */
export async function startReconfiguring({ dist, replicas, processes }) {
  const webhook = await startWebhook(dist);
  const words = [];
  const state = { written: 0, effective: 0 };
  let stopped = false;
  const any = () => replicas[Math.floor(Math.random() * replicas.length)];

  async function write(version) {
    const replica = any();
    const { client } = replica;
    const found = await client.send("GET", `${PATH}/${NAME}`);
    const body = configuration(version, webhook, found.body?.metadata?.resourceVersion);
    const { status, body: made } =
      found.status === 404
        ? await client.send("POST", PATH, body)
        : await client.send("PUT", `${PATH}/${NAME}`, body);
    if (status !== 200 && status !== 201) throw new Error(`${status}`);
    state.written++;
    if (processes === 1) words.push({ version, replica: replica.n, at: performance.now() });
    return made.metadata.resourceVersion;
  }

  /**
   * Waits until a server reports that all servers have the version. After a few seconds the next version follows in
   * any case.
   */
  async function confirm(version, revision) {
    const until = performance.now() + 4000;
    while (performance.now() < until) {
      const asked = any().client.send("GET", `/readyz/effective?revision=${revision}`);
      const { status } = await asked.catch(() => ({ status: 0 }));
      if (status === 200) {
        state.effective++;
        words.push({ version, at: performance.now() });
        return;
      }
      await pause(50);
    }
  }

  async function run() {
    for (let version = 1; !stopped; version++) {
      const revision = await write(version).catch(() => undefined);
      if (revision !== undefined) await confirm(version, revision);
      await pause(Math.random() * 300);
    }
  }

  const ended = run();
  return {
    words,
    get written() {
      return state.written;
    },
    get effective() {
      return state.effective;
    },
    async stop() {
      stopped = true;
      await ended;
      webhook.close();
    },
  };
}

const configuration = (version, { port, ca }, resourceVersion) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "MutatingWebhookConfiguration",
  metadata: { name: NAME, ...(resourceVersion === undefined ? {} : { resourceVersion }) },
  webhooks: [
    {
      name: "chaos.example.com",
      clientConfig: { url: `https://127.0.0.1:${port}/${version}`, caBundle: btoa(ca) },
      rules: [
        { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["configmaps"] },
      ],
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "chaos" } },
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      failurePolicy: "Fail",
    },
  ],
});

async function startWebhook(dist) {
  const { createAuthority, issueServing } = await import(
    pathToFileURL(`${dist}/http/certificates/issue.js`).href
  );
  const now = Date.now();
  const authority = await createAuthority({ commonName: "chaos", now });
  const { cert, key } = await issueServing(authority, { hosts: ["127.0.0.1"], now });
  const server = createServer({ cert, key }, (request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { uid } = JSON.parse(Buffer.concat(chunks).toString()).request;
      const value = request.url.split("?")[0].slice(1);
      const patch = btoa(JSON.stringify([{ op: "add", path: "/metadata/labels/judged-by", value }]));
      const answer = { uid, allowed: true, patchType: "JSONPatch", patch };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: answer }),
      );
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    ca: authority.cert,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
