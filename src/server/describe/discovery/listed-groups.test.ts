import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../../test/tools/custom-definition.tool.ts";

const api = await clusterForTests();
const { status } = await api.ask("POST", "/apis/apiregistration.k8s.io/v1/apiservices", {
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: { name: "v1beta1.metrics.k8s.io" },
  spec: {
    group: "metrics.k8s.io",
    version: "v1beta1",
    groupPriorityMinimum: 100,
    versionPriority: 100,
    insecureSkipTLSVerify: true,
    service: { name: "metrics", namespace: "kube-system" },
  },
});
expect(status).toBe(201);

test.each([
  ["/apis/metrics.k8s.io/v1beta1", 503],
  ["/apis/metrics.k8s.io/v1beta1/nodes", 503],
  ["/apis/metrics.k8s.io/v1beta1/namespaces/default/pods/web", 503],
  ["/apis/metrics.k8s.io/v1/nodes", 404],
  ["/apis/metrics.k8s.io", 200],
  ["/apis/metrics.k8s.io/", 200],
  ["/apis/apps/v1beta1/deployments", 404],
  ["/apis/apps/v1/nothing", 404],
] as const)("%s of an API service that leads to another server: %d", async (path, status) => {
  const answer = await api.ask("GET", path);
  expect(answer.status).toBe(status);
});

const METRICS = "/apis/metrics.k8s.io";

test("the group of an API service of another server is in the lists of groups", async () => {
  const versions = [{ groupVersion: "metrics.k8s.io/v1beta1", version: "v1beta1" }];
  const shown = { name: "metrics.k8s.io", versions, preferredVersion: versions[0] };
  const list = await api.ask("GET", "/apis");
  expect((list.body.groups as unknown[]).at(-1)).toEqual(shown);
  expect((await api.ask("GET", METRICS)).body).toEqual({ kind: "APIGroup", apiVersion: "v1", ...shown });
  const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  const aggregated = await api.ask("GET", "/apis", undefined, { accept });
  expect((aggregated.body.items as unknown[]).at(-1)).toEqual({
    metadata: { name: "metrics.k8s.io" },
    versions: [{ version: "v1beta1", freshness: "Stale" }],
  });
  expect((await api.ask("GET", "/")).body.paths).toContain(`${METRICS}/v1beta1`);
});

test("a version of a built-in group may be another server's, and comes where its priority puts it", async () => {
  const { status } = await api.ask("POST", "/apis/apiregistration.k8s.io/v1/apiservices", {
    metadata: { name: "v9.apps" },
    spec: {
      group: "apps",
      version: "v9",
      groupPriorityMinimum: 100,
      versionPriority: 20,
      insecureSkipTLSVerify: true,
      service: { name: "apps", namespace: "default" },
    },
  });
  expect(status).toBe(201);
  const { body } = await api.ask("GET", "/apis/apps");
  expect((body.versions as { version: string }[]).map(({ version }) => version)).toEqual(["v9", "v1"]);
  expect((await api.ask("GET", "/apis/apps/v9/deployments")).status).toBe(503);
  expect((await api.ask("GET", "/apis/apps/v8")).status).toBe(404);
});

test("of groups with one priority, the names of their API services decide", async () => {
  await define(api, "Widget", [{ name: "v2" }], { group: "a.example" });
  await define(api, "Widget", [{ name: "v1" }], { group: "b.example" });
  const names = (groups: unknown): string[] =>
    (groups as { name: string }[]).map(({ name }) => name).filter((name) => name.endsWith(".example"));
  expect(names((await api.ask("GET", "/apis")).body.groups)).toEqual(["b.example", "a.example"]);
});
