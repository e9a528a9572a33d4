import assert from "node:assert/strict";
import { test } from "node:test";
import { requestOf } from "sallyport/webhook";
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
  assert.deepEqual(decision.object?.metadata, { name: "web", labels: { owner: "ada", team: "nobody" } });
});

test("a pod without an owner is refused", async () => {
  const decision = await owner.decide(requestOf(pod({})));
  assert.equal(decision.kind, "denied");
});

test("a pod with an owner is allowed", async () => {
  const decision = await owner.decide(requestOf(pod({ owner: "ada" })));
  assert.equal(decision.kind, "allowed");
});
