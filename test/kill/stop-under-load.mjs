import { createServer } from "node:https";
import { pathToFileURL } from "node:url";
import { startServer } from "../process/start-server.mjs";
import { createClient } from "./client.mjs";
import { createLedger } from "./ledger.mjs";
import { readBack, startWriters } from "./writers.mjs";

const WRITERS = 16;
const UNDER_WAY = 8;
const DELAY_MS = 400;
/** The server waits ten seconds for requests in progress. */
const IN_TIME_MS = 12_000;

/**
 * Stops the server while requests wait for a slow webhook. All of them must receive a response, and the server must
 * end with status 0 in time.
 */
export async function stopUnderLoad({ dist, dataDir }) {
  const webhook = await startSlowWebhook(dist);
  const ledger = createLedger();
  const server = await startServer({ dist, dataDir });
  const client = createClient(server);
  const registered = await client.send(
    "POST",
    `/apis/${API}/validatingwebhookconfigurations`,
    configuration(webhook),
  );
  if (registered.status !== 201) throw new Error(JSON.stringify(registered.body));
  const watched = watch(client);
  let stopping = false;
  const writing = startWriters(watched.client, ledger, WRITERS, () => stopping);
  await webhook.pending(UNDER_WAY);
  stopping = true;
  const waiting = webhook.names();
  const askedAt = performance.now();
  server.child.kill("SIGTERM");
  const { code, signal } = await inTime(server);
  const tookMs = performance.now() - askedAt;
  await writing;
  client.close();
  webhook.close();
  const problems = [];
  if (code !== 0 || signal !== null) problems.push(`the server ended with ${code ?? signal}`);
  const lost = waiting.filter((name) => watched.answers.get(name) !== 201);
  if (lost.length > 0)
    problems.push(
      `${lost.length} of ${waiting.length} requests under way were not answered: ${lost.join(", ")}`,
    );
  return {
    problems: [...problems, ...(await kept({ dist, dataDir }, ledger))],
    waiting: waiting.length,
    tookMs,
  };
}

const API = "admissionregistration.k8s.io/v1";

/** Notes the last answer about each object. */
function watch(client) {
  const answers = new Map();
  const send = async (method, path, body) => {
    const answer = await client.send(method, path, body);
    if (body?.metadata?.name !== undefined) answers.set(body.metadata.name, answer.status);
    return answer;
  };
  return { client: { send }, answers };
}

async function inTime({ child, exited }) {
  const timer = setTimeout(() => child.kill("SIGKILL"), IN_TIME_MS);
  const how = await exited;
  clearTimeout(timer);
  return how;
}

/** Acknowledged objects exist after the next start. */
async function kept(options, ledger) {
  const server = await startServer(options);
  const client = createClient(server);
  const { items, revision } = await readBack(client);
  client.close();
  server.child.kill("SIGKILL");
  await server.exited;
  return ledger.compare(items, revision);
}

function configuration({ url, ca }) {
  const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }];
  const clientConfig = { url, caBundle: Buffer.from(ca).toString("base64") };
  const webhook = {
    name: "slow.example.com",
    clientConfig,
    rules,
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
  };
  return {
    apiVersion: API,
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "slow" },
    webhooks: [webhook],
  };
}

async function startSlowWebhook(dist) {
  const { createAuthority, issueServing } = await import(
    pathToFileURL(`${dist}/http/certificates/issue.js`).href
  );
  const now = Date.now();
  const authority = await createAuthority({ commonName: "kill", now });
  const { cert, key } = await issueServing(authority, { hosts: ["127.0.0.1"], now });
  const names = new Set();
  const listeners = [];
  const server = createServer({ cert, key }, async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { uid, name } = JSON.parse(text).request;
    names.add(name);
    for (const listener of listeners) listener();
    setTimeout(() => {
      names.delete(name);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          apiVersion: "admission.k8s.io/v1",
          kind: "AdmissionReview",
          response: { uid, allowed: true },
        }),
      );
    }, DELAY_MS);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${server.address().port}/`,
    ca: authority.cert,
    names: () => [...names],
    /** Resolves when at least `count` requests wait. */
    pending: (count) => new Promise((resolve) => listeners.push(() => names.size >= count && resolve())),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
