import { expect, onTestFinished, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import { isStream } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { answerReviews } from "../../explain/offline/answers.ts";
import { explainPages } from "../../explain/recent/explain-pages.ts";
import { createRecentRequests } from "../../explain/recent/recent-requests.ts";
import type { JsonObject } from "../../json/value.ts";
import { requestsInEvent } from "./requests-in-event.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const HOOKS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const AS = { "impersonate-user": "alice", "impersonate-group": "system:masters" };

async function start(answers: Parameters<typeof answerReviews>[0] = {}) {
  const recent = createRecentRequests(32);
  const api: InMemoryCluster = await startInMemoryCluster({
    recorders: [recent.recorder],
    pages: { "/explain/": explainPages(recent, () => api.cluster) },
    intercept: answerReviews(answers),
  });
  onTestFinished(() => api.stop());
  return api;
}

/** Returns the events of all requests so far. */
async function events({ cluster }: InMemoryCluster): Promise<JsonObject[]> {
  const url = "/explain/stream?detail=full&follow=false";
  const headers = { authorization: `Bearer ${cluster.token}` };
  const { body } = await cluster.handle(memoryRequest({ url, headers }));
  if (!isStream(body)) throw new Error("no stream");
  let text = "";
  for await (const piece of body) text += String(piece);
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
}

const webhook: JsonObject = {
  metadata: { name: "owners" },
  webhooks: [
    {
      name: "owners.example.com",
      clientConfig: { url: "https://127.0.0.1:1/" },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    },
  ],
};

test("requestsInEvent has what admission was asked, without what the server wrote into it", async () => {
  const api = await start();
  await api.ask("POST", MAPS, { metadata: { name: "a" }, data: { k: "v" } }, AS);
  await api.ask("PUT", `${MAPS}/a`, { metadata: { name: "a" }, data: { k: "w" } }, AS);
  await api.ask("DELETE", `${MAPS}/a`, undefined, AS);
  const [created, updated, deleted] = (await events(api)).flatMap(requestsInEvent);
  expect(created).toMatchObject({
    operation: "CREATE",
    name: "a",
    oldObject: null,
    user: { username: "alice" },
  });
  expect(created?.object?.metadata).not.toHaveProperty("resourceVersion");
  expect(created?.object?.metadata).not.toHaveProperty("uid");
  const stored = updated?.oldObject?.metadata as JsonObject;
  expect(updated).toMatchObject({
    operation: "UPDATE",
    object: { data: { k: "w" } },
    oldObject: { data: { k: "v" } },
  });
  expect(updated?.object?.metadata).toHaveProperty("resourceVersion", stored.resourceVersion);
  expect(deleted).toMatchObject({ operation: "DELETE", object: null, oldObject: { data: { k: "w" } } });
});

test("requestsInEvent says who refused it, in the words of the webhook", async () => {
  const api = await start({ "owners.example.com": { allowed: false, status: { message: "no owner" } } });
  await api.ask("POST", HOOKS, webhook, AS);
  await api.ask("POST", MAPS, { metadata: { name: "a" } }, AS);
  const [refused] = (await events(api)).flatMap(requestsInEvent).filter(({ name }) => name === "a");
  expect(refused).toMatchObject({
    decision: {
      allowed: false,
      by: [{ kind: "webhook", of: "ValidatingWebhookConfiguration/owners", name: "owners.example.com" }],
    },
    calls: [{ webhook: "owners.example.com", outcome: "denied", message: "no owner" }],
  });
});

test("requestsInEvent has each object of a deleted collection", async () => {
  const api = await start();
  for (const name of ["a", "b"]) await api.ask("POST", MAPS, { metadata: { name } }, AS);
  await api.ask("DELETE", MAPS, undefined, AS);
  const deleted = (await events(api))
    .flatMap(requestsInEvent)
    .filter(({ operation }) => operation === "DELETE");
  expect(deleted.map(({ name, ofCollection }) => [name, ofCollection])).toEqual([
    ["a", true],
    ["b", true],
  ]);
});
