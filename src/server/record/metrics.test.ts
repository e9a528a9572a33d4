import { expect, test } from "vitest";
import { startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import { isStream, wholeBody } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { formatFloat } from "../../go/float.ts";
import { createMetrics } from "./metrics.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

async function lines(metrics: ReturnType<typeof createMetrics>): Promise<string[]> {
  return metrics.exposition.text().split("\n");
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

test("answers to reads are measured, also those that go out in parts", async () => {
  const metrics = createMetrics();
  const api = await startInMemoryCluster({ recorders: [metrics.recorder] });
  for (let i = 0; i < 3; i++)
    await api.ask("POST", MAPS, { metadata: { name: `a${i}` }, data: { a: "x".repeat(400_000) } });
  await api.ask("GET", `${MAPS}/a1`);
  const headers = { authorization: `Bearer ${api.cluster.token}` };
  const { body } = await api.cluster.handle(memoryRequest({ url: MAPS, headers }));
  const { byteLength } = Buffer.from((await wholeBody(body)) ?? "");
  const [list, get] = (await lines(metrics)).filter((line) =>
    line.startsWith("apiserver_response_sizes_sum"),
  );
  expect([get, list].join("\n")).toContain('scope="resource",subresource="",verb="GET",version="v1"} 400');
  expect([get, list].join("\n")).toContain(`verb="LIST",version="v1"} ${formatFloat(byteLength)}`);
  await api.stop();
});

test("dry runs have no time of their own, deprecated APIs are named", async () => {
  const metrics = createMetrics();
  const api = await startInMemoryCluster({ recorders: [metrics.recorder] });
  await api.ask("POST", MAPS, { metadata: { name: "a" } });
  await api.ask("POST", `${MAPS}?dryRun=All`, { metadata: { name: "b" } });
  await api.ask("GET", "/api/v1/componentstatuses");
  const all = await lines(metrics);
  expect(all.filter((line) => /^apiserver_request_sli_duration_seconds_count.*POST/.test(line))).toEqual([
    'apiserver_request_sli_duration_seconds_count{component="apiserver",group="",resource="configmaps",scope="resource",subresource="",verb="POST",version="v1"} 1',
  ]);
  expect(all).toContain(
    'apiserver_requested_deprecated_apis{group="",removed_release="",resource="componentstatuses",subresource="",version="v1"} 1',
  );
  await api.stop();
});

test("open watches are counted, and forgotten when they end", async () => {
  const api = await startInMemoryCluster();
  const shown = async () => {
    const text = String((await api.ask("GET", "/metrics")).body.text);
    return text.split("\n").filter((line) => line.startsWith("apiserver_longrunning_requests{"));
  };
  const abort = new AbortController();
  const headers = { authorization: `Bearer ${api.cluster.token}` };
  const request = memoryRequest({ url: `${MAPS}?watch=1`, headers, signal: abort.signal });
  const { body } = await api.cluster.handle(request);
  if (!isStream(body)) throw new Error("a watch is a stream");
  const labels =
    'component="apiserver",group="",resource="configmaps",scope="namespace",subresource="",verb="WATCH",version="v1"';
  expect(String((await api.ask("GET", "/metrics")).body.text)).toMatch(
    /\nkubernetes_build_info\{.*git_version="v1\.37[^"]*".*,major="1",minor="37",platform=".*"\} 1\n/,
  );
  expect(await shown()).toEqual([`apiserver_longrunning_requests{${labels}} 1`]);
  await body[Symbol.asyncIterator]().return?.();
  await expect.poll(shown).toEqual([`apiserver_longrunning_requests{${labels}} 0`]);
  await api.stop();
});
