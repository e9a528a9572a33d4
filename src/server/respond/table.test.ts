import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const PARTIAL = { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" };

const api = await clusterForTests();

test("rows of FlowSchemas stand in the order in which they are asked", async () => {
  const { body } = await api.ask(
    "GET",
    "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
    undefined,
    TABLE,
  );
  const rows = (body.rows as { cells: [string, string, number] }[]).map(({ cells }) => cells);
  const order = rows.map(([name, , precedence]) => [precedence, name] as const);
  expect(order).toEqual([...order].sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)));
  expect(rows[0]?.[0]).toBe("exempt");
});

test("metadata alone of a DaemonSet do not count its templates", async () => {
  const path = "/apis/apps/v1/namespaces/default/daemonsets";
  const template = {
    metadata: { labels: { a: "b" } },
    spec: { containers: [{ name: "c", image: "i" }] },
  };
  const metadata = { name: "d", annotations: { own: "x" } };
  await api.ask("POST", path, { metadata, spec: { selector: { matchLabels: { a: "b" } }, template } });
  const annotations = async (headers: Record<string, string>) => {
    const { body } = await api.ask("GET", `${path}/d`, undefined, headers);
    return (body.metadata as { annotations: object }).annotations;
  };
  expect(await annotations({})).toHaveProperty(["deprecated.daemonset.template.generation"]);
  expect(await annotations(PARTIAL)).toEqual({ own: "x" });
});

test("a table without rows says null for kinds that have no columns of their own", async () => {
  const rowsOf = async (path: string) => (await api.ask("GET", path, undefined, TABLE)).body.rows;
  expect(await rowsOf("/api/v1/limitranges")).toBeNull();
  expect(await rowsOf("/api/v1/pods")).toEqual([]);
});

test("metadata alone of a v1 autoscaler do not say what its fields cannot", async () => {
  const group = "/apis/autoscaling";
  const spec = {
    maxReplicas: 3,
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
    behavior: { scaleDown: { stabilizationWindowSeconds: 5 } },
  };
  const metadata = { name: "h", annotations: { own: "x" } };
  await api.ask("POST", `${group}/v2/namespaces/default/horizontalpodautoscalers`, { metadata, spec });
  const path = `${group}/v1/namespaces/default/horizontalpodautoscalers/h`;
  const annotations = async (headers: Record<string, string>) => {
    const { body } = await api.ask("GET", path, undefined, headers);
    return (body.metadata as { annotations: object }).annotations;
  };
  expect(await annotations({})).toHaveProperty(["autoscaling.alpha.kubernetes.io/behavior"]);
  expect(await annotations(PARTIAL)).toEqual({ own: "x" });
});
