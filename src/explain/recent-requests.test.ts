import { expect, test } from "vitest";
import type { JsonObject } from "../api/json.ts";
import { startInMemoryCluster } from "../testing/in-memory-cluster.ts";
import { createRecentRequests } from "./recent-requests.ts";

const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const MAPS = "/api/v1/namespaces/default/configmaps";

const configuration = (name: string, resources: string[]): JsonObject => ({
  metadata: { name },
  webhooks: [
    {
      name: `${name}.example.com`,
      clientConfig: { url: "https://127.0.0.1:1/" },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources }],
      failurePolicy: "Ignore",
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    },
  ],
});

test("createRecentRequests explains requests by their audit id, and the last one of a client", async () => {
  const recent = createRecentRequests(2);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  const as = (id: string) => ({
    "audit-id": id,
    "impersonate-user": "alice",
    "impersonate-group": "system:masters",
  });
  const { house } = api.cluster;
  await api.ask("POST", CONFIGURATIONS, configuration("early", ["configmaps"]));
  await api.ask("POST", MAPS, { metadata: { name: "a" } }, as("one"));
  await api.ask("POST", CONFIGURATIONS, configuration("late", ["configmaps"]));
  const one = recent.explain("one", house);
  expect(recent.explain("last", house)).toEqual(one);
  expect(one?.request).toMatchObject({ operation: "CREATE", name: "a", user: "alice" });
  expect(one?.findings.map(({ code, of }) => `${code} ${of}`)).toEqual([
    "newer-configuration ValidatingWebhookConfiguration/late",
    "call-failed ValidatingWebhookConfiguration/early",
  ]);
  await api.ask("POST", MAPS, { metadata: { name: "b" } }, as("two"));
  await api.ask("POST", MAPS, { metadata: { name: "c" } }, as("three"));
  expect(recent.explain("one", house)).toBeUndefined();
  expect(recent.explain("last", house)?.request.name).toBe("c");
  await api.stop();
});

test("createRecentRequests remembers few great requests", async () => {
  const recent = createRecentRequests(10);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  const { house } = api.cluster;
  const data = { a: "x".repeat(900_000) };
  for (let i = 0; i < 6; i++)
    await api.ask("POST", MAPS, { metadata: { name: `great-${i}` }, data }, { "audit-id": `id-${i}` });
  const known = [0, 1, 2, 3, 4, 5].filter((i) => recent.explain(`id-${i}`, house) !== undefined);
  expect(known).toEqual([2, 3, 4, 5]);
  await api.stop();
});
