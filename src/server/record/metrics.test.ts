import { expect, test } from "vitest";
import { startInMemoryCluster } from "../../testing/in-memory-cluster.ts";
import { createMetrics } from "./metrics.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

async function lines(metrics: ReturnType<typeof createMetrics>): Promise<string[]> {
  return (await metrics.text()).text.split("\n");
}

test("requests are counted by what they reached, as the reference counts them", async () => {
  const metrics = createMetrics();
  const api = await startInMemoryCluster({ recorders: [metrics.recorder] });
  await api.ask("POST", `${MAPS}?dryRun=All`, { metadata: { name: "a" } });
  await api.ask("GET", `${MAPS}/a`);
  await api.ask("DELETE", MAPS);
  await api.ask("PUT", "/api/v1/namespaces/default/status", {});
  await api.ask("GET", "/readyz/ping");
  const counted = (await lines(metrics)).filter((line) => line.startsWith("apiserver_request_total{"));
  expect(counted.map((line) => line.slice("apiserver_request_total".length))).toEqual([
    '{code="201",component="apiserver",dry_run="All",group="",resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"} 1',
    '{code="404",component="apiserver",dry_run="",group="",resource="configmaps",scope="resource",subresource="",verb="GET",version="v1"} 1',
    '{code="200",component="apiserver",dry_run="",group="",resource="configmaps",scope="namespace",subresource="",verb="DELETE",version="v1"} 1',
    '{code="400",component="apiserver",dry_run="",group="",resource="namespaces",scope="resource",subresource="status",verb="PUT",version="v1"} 1',
    '{code="200",component="",dry_run="",group="",resource="",scope="",subresource="/readyz",verb="GET",version=""} 1',
  ]);
  await api.stop();
});

test("what clients invent is no label", async () => {
  const metrics = createMetrics();
  const api = await startInMemoryCluster({
    recorders: [metrics.recorder],
    authenticators: [({ headers }) => (headers.authorization === "Bearer nobody" ? "invalid" : undefined)],
  });
  const anyUrl = (i: number): string[] => [
    `/api/v1/namespaces/n${i}/r${i}/x/s${i}`,
    `/apis/g${i}/v${i}/r${i}`,
    `/api/v1/namespaces/n${i}/pods/p/s${i}`,
    `${MAPS}/m${i}?dryRun=d${i}`,
    `/p${i}`,
    `/healthz/h${i}`,
    `/openapi/v3/o${i}`,
  ];
  const ask = async (i: number): Promise<void> => {
    for (const url of anyUrl(i)) {
      await api.ask("GET", url);
      await api.ask(`M${i}`, url, undefined, { authorization: "" });
      await api.ask("GET", url, undefined, { authorization: "Bearer nobody" });
    }
  };
  await ask(0);
  const few = (await lines(metrics)).length;
  for (let i = 1; i < 20; i++) await ask(i);
  expect((await lines(metrics)).length).toBe(few);
  const counts = (await lines(metrics)).filter((line) => /^auth\w+ation_attempts/.test(line));
  expect(counts).toEqual([
    'authentication_attempts{result="success"} 280',
    'authentication_attempts{result="failure"} 140',
    'authorization_attempts_total{result="allowed"} 140',
    'authorization_attempts_total{result="no-opinion"} 140',
  ]);
  await api.stop();
});
