import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { definitionOf } from "../../../test/tools/custom-definition.tool.ts";
import type { Json, JsonObject } from "../../json/value.ts";

const BOATS = "/apis/shapes.example.com/v1/namespaces/default/boats";
const DEFINITION = definitionOf(
  "Boat",
  [{ schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } } }],
  { group: "shapes.example.com" },
);

const api = await clusterForTests();
await api.ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION);

const boat = (name: string, items: Json): JsonObject => ({
  apiVersion: "shapes.example.com/v1",
  kind: "Boat",
  metadata: { name },
  items,
});

// Every answer here is from kube-apiserver 1.36.3.
test("a custom resource with a list named items is stored, and shown in lists only", async () => {
  const refusal = {
    status: 500,
    body: {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "*unstructured.Unstructured is not a list: no Items field in this object",
      code: 500,
    },
  };
  expect(await api.ask("POST", BOATS, boat("a", [1]))).toMatchObject(refusal);
  expect(await api.ask("GET", `${BOATS}/a`)).toMatchObject(refusal);
  expect((await api.ask("GET", BOATS)).body).toMatchObject({ items: [{ items: [1] }] });
  expect((await api.ask("POST", BOATS, boat("b", {}))).status).toBe(201);
});
