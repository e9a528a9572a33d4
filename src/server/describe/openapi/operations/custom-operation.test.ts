import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../../../test/tools/custom-definition.tool.ts";

const ROOT = "/apis/example.com/v1";
const version = {
  subresources: { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } },
  selectableFields: [{ jsonPath: ".a" }],
  schema: {
    openAPIV3Schema: { type: "object", properties: { a: { type: "string" } } },
  },
};

const api = await clusterForTests();
const made = await define(api, "Boat", [version], { scope: "Cluster" });
expect(made.body).toMatchObject({ spec: { group: "example.com" } });
const document = (await api.ask("GET", `/openapi/v3${ROOT}`)).body;

const at = (...path: string[]): unknown =>
  path.reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], document as unknown);

// Every fact here is from kube-apiserver 1.36.3.
test("the document of custom kinds says that it is one, and nothing of security", () => {
  expect(at("info")).toEqual({ title: "Kubernetes CRD Swagger", version: "v0.1.0" });
  expect(Object.keys(at("components") as object)).toEqual(["schemas"]);
});

test("fields to select by stand beside the kind, and beside its list", () => {
  const fields = [{ fieldPath: "a" }];
  for (const name of ["Boat", "BoatList"])
    expect(at("components", "schemas", `com.example.v1.${name}`)).toMatchObject({
      "x-kubernetes-selectable-fields": fields,
    });
});

test("answers and bodies are JSON or YAML", () => {
  const types = ["application/json", "application/yaml"];
  const path = `${ROOT}/boats`;
  expect(Object.keys(at("paths", path, "post", "requestBody", "content") as object)).toEqual(types);
  expect(Object.keys(at("paths", path, "get", "responses", "200", "content") as object)).toEqual(types);
  expect(at("paths", path, "get", "description")).toBe("list objects of kind Boat");
});

test("patches create nothing, and many are deleted without a body", () => {
  const responses = at("paths", `${ROOT}/boats/{name}`, "patch", "responses") as object;
  expect(Object.keys(responses)).toEqual(["200", "401"]);
  expect(at("paths", `${ROOT}/boats`, "delete", "requestBody")).toBeUndefined();
});

test("a scale is about the kind itself", () => {
  const path = `${ROOT}/boats/{name}/scale`;
  expect(at("paths", path, "get", "x-kubernetes-group-version-kind")).toEqual({
    group: "example.com",
    kind: "Boat",
    version: "v1",
  });
  expect(at("paths", path, "get", "parameters", "0", "name")).toBe("resourceVersion");
});
