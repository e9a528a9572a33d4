import { createBuiltinPlugins } from "../../src/admission/hooks/builtin/builtin-plugins.ts";
import { createAudit } from "../../src/server/record/audit.ts";
import { parseAuditPolicy } from "../../src/server/record/audit-policy.ts";
import { type InMemoryCluster, startInMemoryCluster } from "./in-memory-cluster.tool.ts";

const POLICY = parseAuditPolicy(
  JSON.stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "RequestResponse" }] }),
);
const SPACE = "/api/v1/namespaces/demo";
const MERGE = { "content-type": "application/merge-patch+json" };

/**
 * Starts a control plane with a namespace `demo` that passes its audit events to `write`, as the reference
 * with the level RequestResponse.
 */
export async function startAuditedCluster(write: (line: string) => void): Promise<InMemoryCluster> {
  const plugins = createBuiltinPlugins().filter(({ name }) => name !== "ServiceAccount");
  const api = await startInMemoryCluster({ plugins, recorders: [createAudit(POLICY, write)] });
  await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "demo", labels: { team: "a" } } });
  return api;
}

/**
 * Makes requests to the namespace `demo`: creations, changes of every kind, deletions, subresources, and
 * refusals of every kind.
 */
export async function mixedRequests(api: InMemoryCluster): Promise<void> {
  for (let n = 0; n < 10; n++) {
    const name = `c${n}`;
    await api.ask("POST", `${SPACE}/configmaps`, {
      metadata: { name },
      data: n % 5 === 4 ? { bad: "" } : { a: "b" },
    });
    await api.ask("PATCH", `${SPACE}/configmaps/${name}`, { data: { n: String(n) } }, MERGE);
    await api.ask(
      "PATCH",
      `${SPACE}/configmaps/${name}?fieldManager=m`,
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name },
        data: n === 3 ? { bad: "" } : { applied: "x" },
      },
      { "content-type": "application/apply-patch+yaml" },
    );
  }
  await api.ask("POST", `${SPACE}/configmaps`, { metadata: { name: "c1" } });
  await api.ask("PUT", `${SPACE}/configmaps/c1`, { metadata: { name: "c1", resourceVersion: "1" } });
  await api.ask("PUT", `${SPACE}/configmaps/c2`, { metadata: { name: "c2" }, data: { put: "x" } });
  await api.ask("PATCH", `${SPACE}/configmaps/c2`, [{ op: "add", path: "/data/json", value: "1" }] as never, {
    "content-type": "application/json-patch+json",
  });
  await api.ask("POST", `${SPACE}/configmaps`, { metadata: { generateName: "g-" } });
  await api.ask("POST", `${SPACE}/services`, { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } });
  await api.ask("POST", `${SPACE}/pods`, { metadata: { name: "none" }, spec: { containers: [] } });
  await api.ask("POST", `${SPACE}/pods`, {
    metadata: { name: "p" },
    spec: { containers: [{ name: "a", image: "b" }] },
  });
  await api.ask("POST", `${SPACE}/pods/p/eviction`, {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: "p" },
  });
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "b" }] } };
  const deployments = "/apis/apps/v1/namespaces/demo/deployments";
  await api.ask("POST", deployments, {
    metadata: { name: "d" },
    spec: { selector: { matchLabels: { a: "b" } }, template },
  });
  await api.ask("PATCH", `${deployments}/d/scale`, { spec: { replicas: 3 } }, MERGE);
  await api.ask("PATCH", `${deployments}/d/status`, { status: { replicas: 3 } }, MERGE);
  await api.ask("DELETE", `${SPACE}/configmaps/c2`, { preconditions: { uid: "another" } });
  await api.ask("DELETE", `${SPACE}/configmaps/c2`);
  await api.ask("DELETE", `${SPACE}/configmaps/c2`);
  await api.ask("POST", "/api/v1/namespaces/nowhere/configmaps", { metadata: { name: "c" } });
  await api.ask("DELETE", `${SPACE}/configmaps`);
}
