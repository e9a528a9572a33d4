import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import type { ServerClient } from "../server-client.ts";
import { readUpgradedCluster } from "./read-upgraded-cluster.ts";

const applied = {
  "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify({
    apiVersion: "policy/v1beta1",
    kind: "PodDisruptionBudget",
    metadata: { name: "web" },
  }),
};

/** The Secret of a Helm release, which Helm packs twice. */
function release(status: string, manifest: string): JsonObject {
  const packed = gzipSync(JSON.stringify({ manifest })).toString("base64");
  return {
    metadata: { name: `sh.helm.release.v1.web.${status}`, labels: { status } },
    data: { release: Buffer.from(packed).toString("base64") },
  };
}

const list = (kind: string, ...items: JsonObject[]): JsonObject => ({
  kind: `${kind}List`,
  apiVersion: "v1",
  items,
});
const verbs = ["list"];

const ANSWERS: Readonly<Record<string, JsonObject>> = {
  "/apis": { groups: [{ preferredVersion: { groupVersion: "policy/v1" } }] },
  "/api/v1": {
    resources: [
      { name: "pods", verbs },
      { name: "pods/log", verbs },
      { name: "secrets", verbs },
      { name: "bindings", verbs: ["create"] },
      { name: "configmaps", verbs },
    ],
  },
  "/apis/policy/v1": { resources: [{ name: "poddisruptionbudgets", verbs }] },
  "/api/v1/pods": list(
    "Pod",
    { metadata: { name: "owned", ownerReferences: [{ kind: "ReplicaSet" }] } },
    { metadata: { name: "static", ownerReferences: [{ kind: "Node" }] } },
  ),
  "/apis/policy/v1/poddisruptionbudgets": {
    ...list("PodDisruptionBudget", { metadata: { name: "web", annotations: applied } }),
    apiVersion: "policy/v1",
  },
  "/api/v1/secrets?fieldSelector=type%3Dhelm.sh%2Frelease.v1": list(
    "Secret",
    release("deployed", "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: new}\n"),
    release("superseded", "apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: old}\n"),
    { metadata: { labels: { status: "deployed" } }, data: { release: "!" } },
  ),
};

const client: ServerClient = (_method, path) => {
  const body = ANSWERS[path.replace(/[?&]limit=\d+$/, "")];
  return Promise.resolve(
    body === undefined ? { status: 403, body: { message: "no" } } : { status: 200, body },
  );
};

test("readUpgradedCluster reads objects, what was applied last, and releases, and notes what it may not read", async () => {
  const { manifests, notes } = await readUpgradedCluster(client);
  expect(
    manifests.map(({ object: { apiVersion, kind, metadata } }) => [apiVersion, kind, metadata]),
  ).toMatchObject([
    ["v1", "Pod", { name: "static" }],
    ["policy/v1", "PodDisruptionBudget", { name: "web" }],
    ["policy/v1beta1", "PodDisruptionBudget", { name: "web" }],
    ["batch/v1beta1", "CronJob", { name: "new" }],
  ]);
  expect(notes).toEqual(["not looked at: GET /api/v1/configmaps: 403 no"]);
});

test("readUpgradedCluster does not take a cluster that it may not read for an empty one", async () => {
  const forbidden: ServerClient = async () => ({ status: 403, body: { message: "no" } });
  await expect(readUpgradedCluster(forbidden)).rejects.toThrow("GET /apis: 403 no");
});
