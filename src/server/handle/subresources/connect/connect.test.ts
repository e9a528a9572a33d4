import { expect, test } from "vitest";
import { reviewedClusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";

const CORE = "/api/v1";
const SPACE = `${CORE}/namespaces/default`;
const MERGE = { "content-type": "application/merge-patch+json" };

const make = (path: string, body: JsonObject) => api.ask("POST", path, body);
const pod = (name: string, nodeName?: string, ...containers: string[]): JsonObject => ({
  metadata: { name },
  spec: {
    ...(nodeName === undefined ? {} : { nodeName }),
    containers: (containers.length === 0 ? ["c"] : containers).map((c) => ({ name: c, image: "i" })),
    initContainers: containers.length === 0 ? [] : [{ name: "init", image: "i" }],
  },
});
const node = (name: string, ...addresses: JsonObject[]): JsonObject => ({
  metadata: { name },
  status: { addresses, daemonEndpoints: { kubeletEndpoint: { Port: 9 } } },
});

const api = await reviewedClusterForTests();
await make(`${CORE}/nodes`, node("silent"));
const hostname = { type: "Hostname", address: "192.0.2.2" };
await make(`${CORE}/nodes`, node("known", { type: "ExternalIP", address: "192.0.2.9" }, hostname));
await make(`${SPACE}/pods`, pod("unbound"));
await make(`${SPACE}/pods`, pod("lost", "nowhere"));
await make(`${SPACE}/pods`, pod("mute", "silent"));
await make(`${SPACE}/pods`, pod("bound", "known"));
await make(`${SPACE}/pods`, pod("two", "known", "a", "b"));
await make(`${SPACE}/services`, {
  metadata: { name: "web" },
  spec: { ports: [{ port: 80, name: "http" }] },
});
await make(`${SPACE}/endpoints`, { metadata: { name: "web" } });
const podIPs = [{ ip: "192.0.2.7" }];
await api.ask("PATCH", `${SPACE}/pods/two/status`, { status: { podIP: "192.0.2.7", podIPs } }, MERGE);

test.each([
  ["exec", { kind: "PodExecOptions", command: null }],
  ["exec?command=ls&command=-l&stdin=maybe&tty=false&bogus=1", { command: ["ls", "-l"], stdin: true }],
  ["attach?command=ls&container=c&stderr=1", { kind: "PodAttachOptions", container: "c", stderr: true }],
  ["portforward?ports=80,81&ports=82&stdin=true", { kind: "PodPortForwardOptions", ports: [80, 81, 82] }],
  ["proxy?path=x", { kind: "PodProxyOptions" }],
  ["proxy/", { path: "/" }],
  ["proxy/a/b", { path: "/a/b" }],
])("webhooks see of %s the options that its kind has", async (path, shown) => {
  api.reviews();
  await api.ask("GET", `${SPACE}/pods/unbound/${path}`);
  const [review] = api.reviews();
  const object = review?.object as JsonObject;
  expect(object.apiVersion).toBe("v1");
  expect(object).toEqual({ kind: object.kind, apiVersion: "v1", ...shown });
  expect(Object.keys(object).slice(0, 2)).toEqual(["kind", "apiVersion"]);
  expect(review).toMatchObject({ operation: "CONNECT", options: null, dryRun: false });
});

const UPGRADE = { upgrade: "SPDY/3.1" };

test.each([
  ["pods/unbound/exec", {}, 400, "pod unbound does not have a host assigned"],
  ["pods/lost/exec", {}, 404, 'pods "nowhere" not found'],
  ["pods/lost/log", {}, 404, 'pods "nowhere" not found'],
  ["pods/mute/attach", {}, 500, "no preferred addresses found; known addresses: []"],
  ["pods/bound/exec", {}, 400, "Upgrade request required"],
  [
    "pods/bound/portforward",
    UPGRADE,
    500,
    "error dialing backend: dial tcp 192.0.2.2:9: connect: connection refused",
  ],
  [
    "pods/bound/log?tailLines=3&follow=true",
    {},
    500,
    'Get "https://192.0.2.2:9/containerLogs/default/bound/c?follow=true&tailLines=3": dial tcp 192.0.2.2:9: connect: connection refused',
  ],
  [
    "pods/bound/log?sinceTime=2024-01-01T02:00:00.5%2B02:00",
    {},
    500,
    'Get "https://192.0.2.2:9/containerLogs/default/bound/c?sinceTime=2024-01-01T00%3A00%3A00Z": dial tcp 192.0.2.2:9: connect: connection refused',
  ],
  [
    "pods/none/log?sinceTime=x&tailLines=y",
    {},
    400,
    'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
  ],
  [
    "pods/none/log?stream=",
    {},
    422,
    'PodLogOptions "none" is invalid: stream: Forbidden: may not be specified',
  ],
  ["pods/none/log?tailLines=", {}, 400, 'strconv.ParseInt: parsing "": invalid syntax'],
  ["pods/two/exec", {}, 400, "a container name must be specified for pod two, choose one of: [init a b]"],
  ["pods/two/exec?container=zzz", {}, 400, "container zzz is not valid for pod two"],
  [
    "pods/unbound/portforward?ports=x",
    {},
    400,
    'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax',
  ],
  [
    "pods/unbound/portforward?ports=65536",
    {},
    400,
    'cannot convert to []int32: strconv.ParseUint: parsing "65536": value out of range',
  ],
  ["pods/unbound/proxy", {}, 400, "address not allowed"],
  ["pods/ftp:unbound:1/proxy", {}, 400, 'invalid pod request "ftp:unbound:1"'],
  [
    "pods/https:two:/proxy",
    {},
    503,
    "error trying to reach service: dial tcp 192.0.2.7:443: connect: connection refused",
  ],
  ["services/web/proxy", {}, 503, 'no endpoints available for service "web"'],
  ["services/web:99/proxy", {}, 503, 'no service port 99 found for service "web"'],
  ["services/none/proxy", {}, 503, 'no endpoints available for service "none"'],
  ["services/none:80/proxy", {}, 404, 'services "none" not found'],
])("%s with %j is refused with %i %s", async (path, headers, code, message) => {
  const { status, body } = await api.ask("GET", `${SPACE}/${path}`, undefined, headers);
  expect([status, body.message]).toEqual([code, message]);
});

test.each([
  ["known", 503, "error trying to reach service: dial tcp 192.0.2.2:9: connect: connection refused"],
  ["known:80", 503, "error trying to reach service: dial tcp 192.0.2.2:80: connect: connection refused"],
  ["silent", 500, "no preferred addresses found; known addresses: []"],
  ["none", 404, 'nodes "none" not found'],
])("the proxy of node %s answers %i", async (name, code, message) => {
  const { status, body } = await api.ask("GET", `${CORE}/nodes/${name}/proxy/metrics`);
  expect([status, body.message]).toEqual([code, message]);
});

test("a service is proxied to its endpoints that are pods, at their address", async () => {
  const targetRef = { kind: "Pod", namespace: "default", name: "two" };
  const slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
  const metadata = { name: "web-1", labels: { "kubernetes.io/service-name": "web" } };
  const slice = { metadata, addressType: "IPv4", ports: [{ name: "http", port: 8080 }] };
  await api.ask("POST", slices, { ...slice, endpoints: [] });
  const answer = async (endpoint: JsonObject) => {
    await api.ask("PUT", `${slices}/web-1`, { ...slice, endpoints: [endpoint] });
    return (await api.ask("GET", `${SPACE}/services/web:80/proxy`)).body.message;
  };
  const addresses = ["192.0.2.7"];
  expect(await answer({ addresses, targetRef })).toContain("dial tcp 192.0.2.7:8080");
  const none = 'no endpoints available for service "web"';
  expect(await answer({ addresses })).toBe(none);
  expect(await answer({ addresses, targetRef, conditions: { ready: false } })).toBe(none);
  expect(await answer({ addresses: ["192.0.2.8"], targetRef })).toBe(none);
});

test("the log of a pod without a node is neither an object nor a list", async () => {
  const as = (kind: string) => ({ accept: `application/json;as=${kind};v=v1;g=meta.k8s.io` });
  const log = (kind: string) => api.ask("GET", `${SPACE}/pods/unbound/log`, undefined, as(kind));
  expect((await api.ask("GET", `${SPACE}/pods/unbound/log`)).status).toBe(204);
  expect(await log("PartialObjectMetadata")).toMatchObject({
    status: 500,
    body: { message: "object does not implement the Object interfaces" },
  });
  expect(await log("PartialObjectMetadataList")).toMatchObject({
    status: 406,
    body: { reason: "NotAcceptable" },
  });
});
