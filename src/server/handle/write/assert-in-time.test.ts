import { beforeEach, describe, expect, it } from "vitest";
import { reviewedClusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { memoryRequest } from "../../../api/exchange/memory-request.ts";
import type { JsonObject } from "../../../json/value.ts";

const SPACE = "/api/v1/namespaces/default";
const MAPS = `${SPACE}/configmaps`;
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const MERGE = { "content-type": "application/merge-patch+json" };
const APPLY = { "content-type": "application/apply-patch+yaml" };

/** True after the timeout of the request. */
let isLate = false;
/** Aborts the request. */
let leave: (() => void) | undefined;

const steadyClock = { now: () => performance.now(), since: () => (isLate ? 61_000 : 0) };
const api = await reviewedClusterForTests({ steadyClock }, { failurePolicy: "Ignore" });
const labels = { app: "a" };
const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
const made = await Promise.all([
  api.ask("POST", MAPS, { metadata: { name: "old" }, data: { a: "b" } }),
  api.ask("POST", MAPS, { metadata: { name: "held", finalizers: ["e.io/f"] } }),
  api.ask("POST", `${SPACE}/pods`, { metadata: { name: "pod" }, spec: template.spec }),
  api.ask("POST", DEPLOYMENTS, {
    metadata: { name: "d" },
    spec: { selector: { matchLabels: labels }, template },
  }),
]);
expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);

const asWebhook = (act: () => void): void =>
  api.answer(({ hook }) => {
    if (hook === "v.example.com") act();
    return { allowed: true };
  });

beforeEach(() => {
  isLate = false;
  leave = undefined;
});

const map = (name: string): JsonObject => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "pod" } };

type Request = readonly [method: string, path: string, body?: JsonObject, headers?: Record<string, string>];
const WRITES: Record<string, Request> = {
  create: ["POST", MAPS, map("new")],
  "create with generateName": ["POST", MAPS, { ...map(""), metadata: { generateName: "new" } }],
  update: ["PUT", `${MAPS}/old`, { ...map("old"), data: { a: "c" } }],
  "update that removes the last finalizer": ["PUT", `${MAPS}/held`, map("held")],
  patch: ["PATCH", `${MAPS}/old`, { data: { a: "c" } }, MERGE],
  "apply of a new object": ["PATCH", `${MAPS}/new?fieldManager=m`, map("new"), APPLY],
  "apply of a present object": [
    "PATCH",
    `${MAPS}/old?fieldManager=m&force=true`,
    { ...map("old"), data: { a: "c" } },
    APPLY,
  ],
  delete: ["DELETE", `${MAPS}/old`],
  "delete of an object with a finalizer": ["DELETE", `${MAPS}/held`],
  "deletion of a collection": ["DELETE", MAPS],
  eviction: ["POST", `${SPACE}/pods/pod/eviction`, eviction],
  binding: ["POST", `${SPACE}/pods/pod/binding`, { metadata: { name: "pod" }, target: { name: "n" } }],
  status: ["PATCH", `${DEPLOYMENTS}/d/status`, { status: { replicas: 3 } }, MERGE],
  scale: ["PATCH", `${DEPLOYMENTS}/d/scale`, { spec: { replicas: 3 } }, MERGE],
  "dry run": ["PATCH", `${MAPS}/old?dryRun=All`, { data: { a: "c" } }, MERGE],
};

/** Returns all objects of the collections, as they are stored. */
const stored = async (): Promise<unknown> => {
  isLate = false;
  const lists = await Promise.all([MAPS, `${SPACE}/pods`, DEPLOYMENTS].map((path) => api.ask("GET", path)));
  return lists.map(({ body }) => body.items);
};

describe("nothing is stored", () => {
  it.each(Object.entries(WRITES))("after the time of the request, %s", async (what, request) => {
    const before = await stored();
    asWebhook(() => {
      isLate = true;
    });
    const { status, body } = await api.ask(...request);
    if (what !== "dry run")
      expect([status, body.message]).toEqual([
        504,
        "Timeout: request did not complete within requested timeout - context deadline exceeded",
      ]);
    expect(await stored()).toEqual(before);
  });

  it.each(Object.entries(WRITES))(
    "for a client that went away, %s",
    async (_, [method, url, body, headers]) => {
      const before = await stored();
      const abort = new AbortController();
      leave = () => abort.abort();
      asWebhook(() => leave?.());
      await api.cluster.handle(
        memoryRequest({
          method,
          url,
          headers: {
            authorization: `Bearer ${api.cluster.token}`,
            ...(body && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: abort.signal,
        }),
      );
      leave = undefined;
      expect(await stored()).toEqual(before);
    },
  );
});
