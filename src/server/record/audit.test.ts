import { expect, test } from "vitest";
import { reviewedClusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { type InMemoryCluster, startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../json/value.ts";
import { createAudit } from "./audit.ts";
import { parseAuditPolicy } from "./audit-policy.ts";

const SPACE = "/api/v1/namespaces/default";
const MERGE = { "content-type": "application/merge-patch+json" };
const events: JsonObject[] = [];
const policy = parseAuditPolicy(
  JSON.stringify({
    apiVersion: "audit.k8s.io/v1",
    kind: "Policy",
    omitStages: ["RequestReceived"],
    rules: [
      { level: "Metadata", resources: [{ group: "*", resources: ["leases"] }] },
      { level: "RequestResponse", verbs: ["get"], omitManagedFields: true },
      { level: "RequestResponse" },
    ],
  }),
);
const audit = createAudit(policy, (line) => void events.push(JSON.parse(line) as JsonObject));
const api = await reviewedClusterForTests({ recorders: [audit] });

async function eventOf(method: string, path: string, body?: JsonObject, headers = {}): Promise<JsonObject> {
  await api.ask(method, `${SPACE}/${path}`, body, headers);
  return events.at(-1) ?? {};
}

test("the object of a request is the one that was sent, with its defaults, and without what the server adds", async () => {
  const { requestObject, objectRef } = await eventOf("POST", "services", {
    metadata: { generateName: "s-" },
    spec: { ports: [{ port: 80 }] },
  });
  expect(requestObject).toMatchObject({
    kind: "Service",
    metadata: { generateName: "s-" },
    spec: { type: "ClusterIP", ports: [{ port: 80, protocol: "TCP" }] },
  });
  expect(Object.keys(requestObject as JsonObject)).toEqual([
    "kind",
    "apiVersion",
    "metadata",
    "spec",
    "status",
  ]);
  const { metadata, spec } = requestObject as { metadata: JsonObject; spec: JsonObject };
  expect([metadata.uid, metadata.name, metadata.managedFields, spec.clusterIP]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(objectRef).toEqual({ resource: "services", namespace: "default", apiVersion: "v1" });
});

test("of a patch it is the patch, of a delete its options", async () => {
  const patch = { metadata: { uid: "u", labels: { a: "b" } } };
  const patched = await eventOf("PATCH", "configmaps/none", patch, MERGE);
  expect(patched.requestObject).toEqual(patch);
  expect(patched.objectRef).toEqual({
    resource: "configmaps",
    namespace: "default",
    name: "none",
    apiVersion: "v1",
  });
  const ignoreStoreReadErrorWithClusterBreakingPotential = false;
  const options = { gracePeriodSeconds: 3, ignoreStoreReadErrorWithClusterBreakingPotential };
  const removed = await eventOf("DELETE", "configmaps/none", options);
  const type = { kind: "DeleteOptions", apiVersion: "meta.k8s.io/__internal" };
  expect(removed.requestObject).toEqual({ ...type, ...options });
});

test("an applied configuration is shown as JSON: YAML with its keys in order, JSON as it was sent", async () => {
  const headers = { "content-type": "application/apply-patch+yaml" };
  const sent = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: applied}\n";
  await api.ask("PATCH", `${SPACE}/configmaps/applied?fieldManager=m`, sent, headers);
  const { requestObject } = events.at(-1) ?? {};
  const shown = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"applied"}}';
  expect(JSON.stringify(requestObject)).toBe(shown);
  const json = ' {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"applied"}}';
  await api.ask("PATCH", `${SPACE}/configmaps/applied?fieldManager=m`, json, headers);
  expect(JSON.stringify(events.at(-1)?.requestObject)).toBe(json.trim());
});

test("an object of an old version is shown as conversion leaves it", async () => {
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
  const status = { currentReplicas: 1, desiredReplicas: 1, currentCPUUtilizationPercentage: 3 };
  const body = { metadata: { name: "none" }, spec: { maxReplicas: 3, scaleTargetRef }, status };
  await api.ask("PUT", "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/none/status", body);
  const { requestObject } = events.at(-1) ?? {};
  const metrics =
    '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":3,"currentAverageValue":"0"}}]';
  expect((requestObject as JsonObject).metadata).toMatchObject({
    annotations: { "autoscaling.alpha.kubernetes.io/current-metrics": metrics },
  });
});

test("a rule may be about resources of every group", async () => {
  await api.ask("GET", "/apis/coordination.k8s.io/v1/namespaces/default/leases/none");
  expect(events.at(-1)?.level).toBe("Metadata");
});

test("managed fields are left out where a rule says so", async () => {
  const made = await eventOf("POST", "configmaps", { metadata: { name: "managed" }, data: { a: "b" } });
  const read = await eventOf("GET", "configmaps/managed");
  const fields = ({ responseObject }: JsonObject) =>
    Object.keys((responseObject as JsonObject).metadata as object);
  expect(fields(made)).toContain("managedFields");
  expect(fields(read)).not.toContain("managedFields");
  expect(fields(read)).toContain("uid");
});

test("of a token request it has the default expiration", async () => {
  const { requestObject } = await eventOf("POST", "serviceaccounts/none/token", {});
  expect(requestObject).toMatchObject({ spec: { expirationSeconds: 3600 } });
});

test("an empty list of managed fields is none", async () => {
  const given = { metadata: { name: "x", managedFields: [] }, target: { name: "n" } };
  const { requestObject } = await eventOf("POST", "pods/x/binding", given);
  expect((requestObject as JsonObject).metadata).toEqual({ name: "x" });
});

test("a Status that says Success is the status of the response", async () => {
  await api.ask("POST", `${SPACE}/configmaps`, { metadata: { name: "gone" } });
  const { responseStatus } = await eventOf("DELETE", "configmaps/gone");
  expect(responseStatus).toMatchObject({
    status: "Success",
    details: { name: "gone", kind: "configmaps" },
    code: 200,
  });
});

test("a refusal that the client does not accept in any form is told by its code alone", async () => {
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const { responseStatus, responseObject } = await eventOf("GET", "configmaps/none", undefined, { accept });
  expect([responseStatus, responseObject]).toEqual([{ metadata: {}, code: 404 }, undefined]);
});

test("any Audit-ID of a client is its request's", async () => {
  const id = `a b/ü: ${"x".repeat(200)}`;
  // Headers as Node returns them: one character for each byte.
  const sent = Buffer.from(id).toString("latin1");
  const { auditID } = await eventOf("GET", "configmaps/none", undefined, { "audit-id": sent });
  expect(auditID).toBe(id);
});

const stageEvents = async (
  send: (api: InMemoryCluster) => Promise<unknown>,
  rules: readonly JsonObject[] = [{ level: "RequestResponse" }],
): Promise<JsonObject[]> => {
  const all: JsonObject[] = [];
  const policy = parseAuditPolicy(
    JSON.stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: rules as never }),
  );
  const audit = createAudit(policy, (_, event) => void all.push(event));
  const cluster = await startInMemoryCluster({ recorders: [audit] });
  all.length = 0;
  await send(cluster);
  await cluster.stop();
  return all;
};

test("RequestReceived comes before the request is handled, and knows only its head", async () => {
  const [received, complete] = await stageEvents((cluster) =>
    cluster.ask("POST", `${SPACE}/configmaps`, { metadata: { name: "early" } }),
  );
  expect(received).toMatchObject({
    stage: "RequestReceived",
    objectRef: { resource: "configmaps", namespace: "default", apiVersion: "v1" },
  });
  expect(received?.objectRef).not.toHaveProperty("name");
  expect(Object.keys(received ?? {})).not.toContain("annotations");
  expect(complete).toMatchObject({ stage: "ResponseComplete", objectRef: { name: "early" } });
});

test("the policy is applied to the user that sent the request, not to the impersonated one", async () => {
  const events = await stageEvents(
    (cluster) => cluster.ask("GET", `${SPACE}/configmaps/none`, undefined, { "impersonate-user": "joe" }),
    [{ level: "None", users: ["joe"] }, { level: "Metadata" }],
  );
  expect(events.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseComplete"]);
  expect(events[0]).not.toHaveProperty("impersonatedUser");
  expect(events[1]).toMatchObject({ impersonatedUser: { username: "joe" } });
});

test("a list is the object of its response", async () => {
  const events = await stageEvents((cluster) => cluster.ask("GET", "/api/v1/namespaces?limit=1"));
  expect(events.at(-1)?.responseObject).toMatchObject({
    kind: "NamespaceList",
    items: [{ metadata: { name: "default" } }],
  });
});

test("what may go on for long has the stage ResponseStarted, also when it is refused", async () => {
  const events = await stageEvents((cluster) =>
    cluster.ask("GET", `${SPACE}/configmaps?watch=1&resourceVersion=1x`),
  );
  expect(events.map(({ stage }) => stage)).toEqual([
    "RequestReceived",
    "ResponseStarted",
    "ResponseComplete",
  ]);
});

test("a request whose first event cannot be stored is refused", async () => {
  const policy = parseAuditPolicy(
    JSON.stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "Metadata" }] }),
  );
  for (const outcome of [false, Promise.resolve(false)]) {
    const cluster = await startInMemoryCluster({ recorders: [createAudit(policy, () => outcome)] });
    expect(await cluster.ask("GET", `${SPACE}/configmaps/none`)).toMatchObject({ status: 500 });
    await cluster.stop();
  }
});

test.each(["Table", "PartialObjectMetadata"])(
  "an object that is shown as %s is such a one in the event",
  async (kind) => {
    const accept = `application/json;as=${kind};g=meta.k8s.io;v=v1`;
    const [, complete] = await stageEvents((cluster) =>
      cluster.ask("GET", "/api/v1/namespaces/default", undefined, { accept }),
    );
    expect(complete?.responseObject).toMatchObject({ kind, apiVersion: "meta.k8s.io/v1" });
  },
);

test("an empty name in a rule does not match an unauthenticated user", async () => {
  const events = await stageEvents(
    (cluster) => cluster.ask("GET", "/version", undefined, { authorization: "Bearer unknown" }),
    [{ level: "None", users: [""] }, { level: "Metadata" }],
  );
  expect(events).toMatchObject([
    { level: "Metadata", responseStatus: { code: 401, message: "Unauthorized" } },
  ]);
});

test("what was tried is the message where the refusal is in no form that the client accepts", async () => {
  const headers = { authorization: "Bearer unknown", accept: "application/json;as=Table;g=meta.k8s.io;v=v1" };
  const events = await stageEvents((cluster) => cluster.ask("GET", "/version", undefined, headers));
  const message = "Authentication failed, attempted: bearer";
  expect(events.at(-1)?.responseStatus).toEqual({ metadata: {}, message, code: 401 });
});
