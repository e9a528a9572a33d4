import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";
import { definitionOf } from "../../../../../test/tools/custom-definition.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";

const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const BOATS = "/apis/example.com/v1/boats";

const VERSION = {
  schema: {
    openAPIV3Schema: { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } },
  },
};
const definition = (...versions: JsonObject[]): JsonObject =>
  definitionOf("Boat", versions, { scope: "Cluster" });
const boat = (name: string, managedFields?: JsonObject[]): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "Boat",
  metadata: { name, ...(managedFields && { managedFields }) },
  a: "1",
});
const entryOf = (apiVersion: string): JsonObject => ({
  manager: "x",
  operation: "Update",
  apiVersion,
  fieldsType: "FieldsV1",
  fieldsV1: { "f:a": {} },
});

const api = await clusterForTests();
await api.ask("POST", CRDS, definition(VERSION, VERSION));

const entriesOf = (body: JsonObject): number => {
  const { managedFields = [] } = body.metadata as { managedFields?: unknown[] };
  return managedFields.length;
};
const apply = (name: string) =>
  api.ask("PATCH", `${BOATS}/${name}?fieldManager=m&force=true`, JSON.stringify(boat(name)), {
    "content-type": "application/apply-patch+yaml",
  });

// Every answer here is from kube-apiserver 1.37.2.
test.each([
  ["v1", 0],
  ["apps/v1", 0],
  ["example.com/v9", 0],
  ["example.com/v2", 1],
])("with an entry of %s, a custom resource that is created has %d", async (apiVersion, count) => {
  const name = `n${apiVersion.replace("/", "-")}`;
  const { status, body } = await api.ask("POST", BOATS, {
    ...boat(name, [entryOf(apiVersion)]),
    b: "2",
  });
  expect([status, entriesOf(body)]).toEqual([201, count]);
});

test("when a version is gone, its entries break applying, and stay at the next write", async () => {
  await api.ask("POST", BOATS.replace("v1", "v2"), { ...boat("old"), apiVersion: "example.com/v2" });
  const { metadata } = (await api.ask("GET", `${CRDS}/boats.example.com`)).body;
  await api.ask("PUT", `${CRDS}/boats.example.com`, { ...definition(VERSION), metadata: metadata ?? null });
  const refused = await apply("old");
  expect([refused.status, refused.body.message]).toEqual([
    500,
    "request to convert CR to an invalid group/version: example.com/v2",
  ]);
  const merge = { "content-type": "application/merge-patch+json" };
  const { body } = await api.ask("PATCH", `${BOATS}/old`, { b: "3" }, merge);
  expect([body.b, entriesOf(body)]).toEqual(["3", 1]);
  expect((await apply("old")).status).toBe(500);
});
