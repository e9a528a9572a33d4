import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const api = await clusterForTests();

const MERGE = { "content-type": "application/merge-patch+json" };
const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

test.each([
  ["GET", "/api/v1/namespaces/default/secrets/..", undefined, {}, "'..'"],
  ["GET", "/apis/apps/v1/namespaces/default/deployments/../scale", undefined, {}, "'..'"],
  ["GET", "/api/v1/namespaces/..", undefined, {}, "'..'"],
  ["DELETE", "/api/v1/namespaces/default/pods/.", undefined, {}, "'.'"],
  ["PATCH", "/api/v1/namespaces/default/configmaps/..", {}, MERGE, "'..'"],
] as const)("%s %s is about no name that there can be", async (method, path, body, headers, name) => {
  const answer = await api.ask(method, path, body, headers);
  const quoted = name.replaceAll("'", '"');
  expect([answer.status, answer.body.message]).toEqual([
    400,
    `Name parameter invalid: ${quoted}: may not be ${name}`,
  ]);
});

test("/apis/ is a list, no matter who asks for everything in one document", async () => {
  const { status } = await api.ask("GET", "/apis/", undefined, { accept: AGGREGATED });
  expect(status).toBe(406);
  const list = await api.ask("GET", "/apis/", undefined, { accept: `${AGGREGATED},application/json` });
  expect(list.body.kind).toBe("APIGroupList");
  const all = await api.ask("GET", "/apis", undefined, { accept: AGGREGATED });
  expect(all.body.kind).toBe("APIGroupDiscoveryList");
});

test("/debug/pprof leads on; only who reads gets a page", async () => {
  const read = await api.ask("GET", "/debug/pprof");
  const other = await api.ask("PATCH", "/debug/pprof", {}, MERGE);
  expect([read.status, read.headers["content-type"]]).toEqual([302, "text/html; charset=utf-8"]);
  expect([other.status, other.headers["content-type"]]).toEqual([302, undefined]);
});
