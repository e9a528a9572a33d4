import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { definitionOf } from "../../../test/tools/custom-definition.tool.ts";

const BOATS = "/apis/example.com/v1/namespaces/default/boats";
const DEFINITION = definitionOf("Boat", [
  {
    subresources: {
      status: {},
      scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" },
    },
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: { spec: { "x-kubernetes-preserve-unknown-fields": true, type: "object" } },
      },
    },
  },
]);

const boat = (name: string) => ({
  apiVersion: "example.com/v1",
  kind: "Boat",
  metadata: { name },
  spec: { n: 1 },
});

const api = await clusterForTests();
await api.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION);
await api.ask("POST", `${BOATS}?fieldManager=maker`, boat("a"));

test.each([
  ["DELETE", `${BOATS}/a/status`, "delete"],
  ["POST", `${BOATS}/a/scale`, "create"],
  ["OPTIONS", BOATS, ""],
])("%s of %s is a verb that custom resources do not know", async (method, path, verb) => {
  const { status, body } = await api.ask(method, path);
  expect([status, body.message]).toEqual([
    405,
    `${verb} is not supported on resources of kind "boats.example.com"`,
  ]);
});

test.each([`${BOATS}/a`, `${BOATS}/a/status`, BOATS])("HEAD of %s is a read", async (path) => {
  expect((await api.ask("HEAD", path)).status).toBe(200);
});

test("a PUT of the collection lacks a name", async () => {
  const { status, body } = await api.ask("PUT", BOATS, boat("a"));
  expect([status, body.message]).toEqual([400, "name must be provided"]);
});

test("a POST behind the collection creates what the body names", async () => {
  const { status, body } = await api.ask("POST", `${BOATS}/whatever`, boat("b"));
  expect([status, (body.metadata as { name: string }).name]).toEqual([201, "b"]);
});

test.each([
  ["GET", "/apis/example.com/v1/boats/a"],
  ["DELETE", "/apis/example.com/v1/boats"],
])("%s of %s lacks the namespace: nobody serves that", async (method, path) => {
  expect((await api.ask(method, path)).status).toBe(404);
});

test("a PATCH of another type names those that there are", async () => {
  const { status, body } = await api.ask("PATCH", `${BOATS}/a`, {});
  expect(status).toBe(415);
  expect(body.message).toContain("application/merge-patch+json, application/apply-patch+yaml");
});

test.each([{ ...boat("a") }, { metadata: { name: "a" }, spec: { replicas: "x" } }])(
  "what is no Scale is refused with the name of Scale: %j",
  async (body) => {
    const answer = await api.ask("PUT", `${BOATS}/a/scale`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain("no kind is registered for the type v1.Scale");
  },
);

test("a Scale without kind makes the replicas nobody's", async () => {
  const owners = async (): Promise<unknown[]> => {
    const { body } = await api.ask("GET", `${BOATS}/a`);
    const { managedFields } = body.metadata as { managedFields: { subresource?: string }[] };
    return managedFields.map(({ subresource }) => subresource);
  };
  const scale = { metadata: { name: "a" }, spec: { replicas: 2 } };
  await api.ask("PUT", `${BOATS}/a/scale`, { apiVersion: "autoscaling/v1", kind: "Scale", ...scale });
  expect(await owners()).toContain("scale");
  await api.ask("PUT", `${BOATS}/a/scale`, { ...scale, spec: { replicas: 3 } });
  expect(await owners()).not.toContain("scale");
});
