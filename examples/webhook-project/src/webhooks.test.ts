import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDenied, createCluster } from "sallyport/testing";
import { requestOf } from "sallyport-webhook";
import { owner, team } from "./webhooks.js";

const pod = (labels: Record<string, string>) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", labels },
  spec: { containers: [{ name: "web", image: "registry.example.com/web:1" }] },
});

test("a pod without a team gets one", async () => {
  const decision = await team.decide(requestOf(pod({ owner: "ada" })));
  assert.equal(decision.kind, "allowed");
  assert.deepEqual(decision.object?.metadata, { name: "web", labels: { owner: "ada", team: "unassigned" } });
});

test("a pod without an owner is refused", async () => {
  const decision = await owner.decide(requestOf(pod({})));
  assert.equal(decision.kind, "denied");
});

test("a pod with an owner is allowed", async () => {
  const decision = await owner.decide(requestOf(pod({ owner: "ada" })));
  assert.equal(decision.kind, "allowed");
});

test("an API server calls both: the team is stored, and each pod needs an owner", async () => {
  const cluster = await createCluster({ webhooks: [team, owner] });
  assertDenied(await cluster.create(pod({})), { by: "owner.my-webhooks.example.com", code: 403 });
  const created = await cluster.create(pod({ owner: "ada" }));
  assert.equal(created.object.metadata.labels?.team, "unassigned");
  await cluster.close();
});
