import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../../test/tools/custom-definition.tool.ts";
import { priority } from "../../../admission/hooks/builtin/pods/priority.ts";
import { type JsonObject, membersOf } from "../../../json/value.ts";

const CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses";
const PODS = "/api/v1/namespaces/default/pods";

const api = await clusterForTests({ plugins: [priority] });

const pod = (priorityClassName: string): JsonObject => ({
  metadata: { name: "p" },
  spec: { priorityClassName, containers: [{ name: "c", image: "i" }] },
});

// Every answer here is from kube-apiserver 1.36.3.
test.each(["", "?dryRun=All"])("the priority classes of the system stay%s", async (query) => {
  const { status, body } = await api.ask("DELETE", `${CLASSES}/system-node-critical${query}`);
  expect([status, body.message]).toEqual([
    403,
    'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority class and cannot be deleted',
  ]);
});

test("a dry run of the end of a deletion shows an empty object, in Go's order", async () => {
  const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  await api.ask("POST", leases, { metadata: { name: "l", finalizers: ["orphan"] } });
  const options = { propagationPolicy: "Background", dryRun: ["All"] };
  const { body } = await api.ask("DELETE", `${leases}/l`, options);
  expect(JSON.stringify(body)).toBe(
    '{"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{},"spec":{}}',
  );
});

test("of a custom resource, a dry run of the end of a deletion shows what it is, in every form", async () => {
  await define(api, "Boat", [{}, {}]);
  const object = {
    apiVersion: "example.com/v1",
    kind: "Boat",
    metadata: { name: "b", finalizers: ["orphan"] },
  };
  await api.ask("POST", "/apis/example.com/v1/namespaces/default/boats", object);
  const query = "dryRun=All&propagationPolicy=Background";
  for (const apiVersion of ["example.com/v1", "example.com/v2"]) {
    const path = `/apis/${apiVersion}/namespaces/default/boats/b?${query}`;
    const { body } = await api.ask("DELETE", path);
    expect(body).toEqual({ apiVersion, kind: "Boat" });
    const yaml = await api.ask("DELETE", path, undefined, { accept: "application/yaml" });
    expect(yaml.body.text).toBe(`apiVersion: ${apiVersion}\nkind: Boat\n`);
    const table = { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" };
    expect((await api.ask("DELETE", path, undefined, table)).body).toHaveProperty("rows.length", 1);
    const accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    const { body: partial } = await api.ask("DELETE", path, undefined, { accept });
    expect(partial).toEqual({ kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: {} });
  }
});

test("a dry run shows what it marks in Go's order", async () => {
  await api.ask("POST", PODS, pod("system-node-critical"));
  const { body } = await api.ask("DELETE", `${PODS}/p?dryRun=All&propagationPolicy=Orphan`);
  const names = Object.keys(body.metadata as object);
  const from = names.indexOf("creationTimestamp");
  expect(names.slice(from + 1, from + 4)).toEqual([
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "finalizers",
  ]);
});

test("they go with all others, can be made again, and no pod has them in between", async () => {
  await api.ask("DELETE", CLASSES);
  expect((await api.ask("GET", `${CLASSES}/system-node-critical`)).status).toBe(404);
  const refused = await api.ask("POST", PODS, pod("system-node-critical"));
  expect(refused.body.message).toBe(
    'pods "p" is forbidden: no PriorityClass with name system-node-critical was found',
  );
  const again = { metadata: { name: "system-node-critical" }, value: 2_000_001_000 };
  expect((await api.ask("POST", CLASSES, again)).status).toBe(201);
});

test("a version that the client names is forgotten where a finalizer of the garbage collector goes", async () => {
  const maps = "/api/v1/namespaces/default/configmaps";
  const made = await api.ask("POST", maps, { metadata: { name: "a", finalizers: ["foregroundDeletion"] } });
  const { resourceVersion } = membersOf<{ resourceVersion: string }>(made.body.metadata);
  const options = { propagationPolicy: "Background", preconditions: { resourceVersion } };
  const { status, body } = await api.ask("DELETE", `${maps}/a`, options);
  expect([status, body.message]).toEqual([
    409,
    `Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ResourceVersion in precondition: , ResourceVersion in object meta: ${resourceVersion}`,
  ]);
});
