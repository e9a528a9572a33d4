// Run by node --test: what sallyport/testing is in a project without vitest or jest.
import { test } from "node:test";
import { assertAllowed, assertDenied, createCluster } from "sallyport/testing";
import { deny, on, validating } from "sallyport/webhook";

const unowned = validating(
  { name: "owner.example.com", rules: [on("v1", "configmaps")] },
  { create: (object) => (object.metadata.labels?.owner === undefined ? deny("who owns it?") : true) },
);

test("a webhook of the SDK in a control plane of the package", async () => {
  const cluster = await createCluster({ webhooks: [unowned] });
  const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
  assertDenied(await cluster.create(settings), { by: "owner.example.com", message: "who owns it?" });
  assertAllowed(await cluster.create({ ...settings, metadata: { name: "a", labels: { owner: "me" } } }));
  await cluster.close();
});
