import { afterEach, expect, test, vi } from "vitest";
import { memoryRequest } from "../api/exchange/memory-request.ts";
import { Document } from "../api/object/document.ts";
import { altered, watchThrough } from "../storage/altered.tool.ts";
import { createMemoryStorage } from "../storage/index.ts";
import type { Storage } from "../storage/storage.ts";
import { createCluster } from "./cluster.ts";

afterEach(() => vi.restoreAllMocks());

/**
 * Returns a storage that can be cut off. After `late`, changes are reported only by `catchUp`, and Leases
 * cannot be renewed.
 */
function lateStorage(): Storage & { late(): void } {
  const storage = createMemoryStorage();
  let held: (() => void)[] | undefined;
  return altered(storage, {
    update: (...[key, expected, seal]: Parameters<Storage["update"]>) =>
      held !== undefined && key.startsWith("/registry/leases/")
        ? Promise.reject(new Error("cut off"))
        : storage.update(key, expected, seal),
    catchUp() {
      for (const tell of held?.splice(0) ?? []) tell();
      return storage.catchUp();
    },
    watch: watchThrough(storage, (deliver) => {
      if (held === undefined) deliver();
      else held.push(deliver);
    }),
    late() {
      held = [];
    },
  });
}

const ROLE = {
  metadata: { name: "writer" },
  rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["create"] }],
};

test("createCluster: a server that could not renew its Lease knows of what was written elsewhere before it judges a write", async () => {
  const storage = lateStorage();
  const cluster = await createCluster({
    storage,
    replica: { name: "a" },
    authenticators: [() => ({ username: "jane", groups: ["system:authenticated"] })],
  });
  const create = async (name: string): Promise<number> => {
    const body = JSON.stringify({ metadata: { name } });
    const url = "/api/v1/namespaces/default/configmaps";
    const headers = { "content-type": "application/json" };
    return (await cluster.handle(memoryRequest({ method: "POST", url, headers, body }))).status;
  };
  const grant = async (kind: string, plural: string, object: object): Promise<void> => {
    const whole = { apiVersion: "rbac.authorization.k8s.io/v1", kind, ...object };
    await storage.create(`/registry/${plural}/writer`, () => new Document(whole) as never);
  };
  storage.late();
  await grant("ClusterRole", "clusterroles", ROLE);
  await grant("ClusterRoleBinding", "clusterrolebindings", {
    metadata: { name: "writer" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "writer" },
    subjects: [{ kind: "User", name: "jane" }],
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(await create("within-the-lease")).toBe(403);
  const { now } = performance;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 11_000);
  expect(await create("after-it")).toBe(201);
  vi.restoreAllMocks();
  await cluster.stop();
});
