import { afterAll, expect, test } from "vitest";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { createCluster } from "../../cluster/cluster.ts";
import { createMemoryStorage } from "../../storage/index.ts";

const MESSAGES = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily";
const cluster = await createCluster({ storage: createMemoryStorage() });
afterAll(() => cluster.stop());

test.each([
  ["", "text/plain"],
  ["*/*", "text/plain"],
  [`${MESSAGES};encoding=delimited`, "application/vnd.google.protobuf"],
  [`text/plain;q=0.5,${MESSAGES};encoding=delimited;q=0.9`, "application/vnd.google.protobuf"],
  [`text/plain;version=0.0.4,${MESSAGES};encoding=delimited;q=0.9`, "text/plain"],
  [`${MESSAGES};encoding=other`, "text/plain"],
  ["application/openmetrics-text;version=1.0.0", "text/plain"],
])("/metrics for %j is %s", async (accept, type) => {
  const headers = { authorization: `Bearer ${cluster.token}`, ...(accept === "" ? {} : { accept }) };
  const response = await cluster.handle(memoryRequest({ url: "/metrics", headers }));
  expect([response.status, String(response.headers["content-type"]).split(";")[0]]).toEqual([200, type]);
  const isText = typeof response.body === "string";
  expect(isText).toBe(type === "text/plain");
});
