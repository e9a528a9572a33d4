import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";

const CONTROLLERS = "/api/v1/namespaces/default/replicationcontrollers";
const MERGE = { "content-type": "application/merge-patch+json" };

const api = await clusterForTests();
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const spec = { replicas: 1, selector: { a: "b" }, template };
await api.ask("POST", CONTROLLERS, { metadata: { name: "a" }, spec });

test("an update of a scale with the version 0 is of any version", async () => {
  const scale = { metadata: { name: "a", resourceVersion: "0" }, spec: { replicas: 4 } };
  const { status, body } = await api.ask("PUT", `${CONTROLLERS}/a/scale`, scale);
  expect(status).toBe(200);
  expect(body.spec).toEqual({ replicas: 4 });
});

test("a version that is no number is an error of the server, another one a conflict", async () => {
  const statusOf = async (resourceVersion: string) => {
    const scale = { metadata: { name: "a", resourceVersion }, spec: { replicas: 4 } };
    return (await api.ask("PUT", `${CONTROLLERS}/a/scale`, scale)).status;
  };
  expect(await statusOf("1")).toBe(409);
  expect(await statusOf("x")).toBe(500);
});

test("labels and finalizers of a scale are neither checked nor stored", async () => {
  const patch = { metadata: { labels: { "not a key": "x" }, finalizers: ["x"] }, spec: { replicas: 3 } };
  const { status, body } = await api.ask("PATCH", `${CONTROLLERS}/a/scale`, patch, MERGE);
  expect([status, body.spec]).toEqual([200, { replicas: 3 }]);
  expect(body.metadata).not.toHaveProperty("labels");
});

test("a patch that names an old version of scales is refused for their selector", async () => {
  const patch = { apiVersion: "extensions/v1beta1", spec: { replicas: 2 } };
  const { status, body } = await api.ask("PATCH", `${CONTROLLERS}/a/scale`, patch, MERGE);
  expect(status).toBe(422);
  expect(body.message).toMatch(
    /json: cannot unmarshal string into Go struct field ScaleStatus.status.selector of type map\[string\]string$/,
  );
});

test.each([
  [
    3_000_000_000,
    422,
    /^Scale\.autoscaling "a" is invalid: spec\.replicas: Invalid value: -1294967296: must be/,
  ],
  [
    1.5,
    500,
    /to proper version: unable to convert unstructured object to autoscaling\/v1, Kind=Scale: cannot convert float64 to int32$/,
  ],
])("an applied number of replicas that is none of 32 bits: %d", async (replicas, code, text) => {
  const applied = {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "a" },
    spec: { replicas },
  };
  const type = { "content-type": "application/apply-patch+yaml" };
  const path = `${CONTROLLERS}/a/scale?fieldManager=x&force=true`;
  const { status, body } = await api.ask("PATCH", path, applied, type);
  expect(status).toBe(code);
  expect(body.message).toMatch(text);
});

test("an applied number of replicas loses the bits above 32", async () => {
  const applied = {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "a" },
    spec: { replicas: 2 ** 32 + 3 },
  };
  const type = { "content-type": "application/apply-patch+yaml" };
  const path = `${CONTROLLERS}/a/scale?fieldManager=x&force=true`;
  expect((await api.ask("PATCH", path, applied, type)).body.spec).toEqual({ replicas: 3 });
});
