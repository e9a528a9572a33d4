import protobuf from "protobufjs/minimal.js";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../api/json.ts";
import { builtinResources } from "../../../resources/kinds/index.ts";
import { createRegistry } from "../../../resources/registry.ts";
import { gnosticV2 } from "./gnostic.ts";
import { withArticle } from "./naming.ts";
import { publishedDocuments } from "./published.ts";
import { swagger } from "./swagger.ts";

const registry = createRegistry(builtinResources({ v1beta1Registration: false }));
const documents = publishedDocuments(registry);
const documentOf = (name: string): JsonObject => documents.get(name)?.json ?? {};
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

describe("publishedDocuments()", () => {
  test("names the documents of groups and of their versions", () => {
    expect(documents.names).toContain("apis/apps");
    expect(documents.names).toContain("apis/apps/v1");
    expect(documents.names).toContain("version");
  });

  test("lists the types of patches, which clients choose by", () => {
    const path = "/apis/apps/v1/namespaces/{namespace}/deployments/{name}";
    const patch = at(documentOf("apis/apps/v1"), "paths", path, "patch");
    expect(at(patch, "operationId")).toBe("patchAppsV1NamespacedDeployment");
    expect(Object.keys(at(patch, "requestBody", "content") as object)).toContain(
      "application/strategic-merge-patch+json",
    );
  });

  test("marks kinds with their group, version and kind", () => {
    const schema = at(documentOf("api/v1"), "components", "schemas", "io.k8s.api.core.v1.Pod");
    expect(at(schema, "x-kubernetes-group-version-kind")).toEqual([
      { group: "", version: "v1", kind: "Pod" },
    ]);
  });

  test("keeps the documents of versions that a new state of the registry leaves as they were", () => {
    const later = createRegistry(registry.resources.filter(({ group }) => group !== "batch"));
    expect(publishedDocuments(later).get("apis/apps/v1")).toBe(documents.get("apis/apps/v1"));
  });

  test("refers to nothing that it does not define", () => {
    for (const name of documents.names) {
      const text = JSON.stringify(documentOf(name));
      const defined = new Set(Object.keys((at(documentOf(name), "components", "schemas") ?? {}) as object));
      for (const [, reference = ""] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
        expect(defined).toContain(reference);
    }
  });
});

test("swagger() turns references and bodies into those of version 2", () => {
  const v2 = swagger([documentOf("apis/apps/v1")]);
  expect(at(v2, "definitions", "io.k8s.api.apps.v1.Deployment", "properties", "spec", "$ref")).toBe(
    "#/definitions/io.k8s.api.apps.v1.DeploymentSpec",
  );
  const post = at(v2, "paths", "/apis/apps/v1/namespaces/{namespace}/deployments", "post");
  expect(at(post, "parameters", "0", "in")).toBe("body");
  expect(JSON.stringify(v2)).not.toContain("#/components/");
});

test("swagger() publishes no defaults, and what is said of a reference behind it", () => {
  const { definitions } = swagger([documentOf("api/v1"), documentOf("apis/apps/v1")]);
  const port = at(definitions, "io.k8s.api.core.v1.ContainerPort", "properties", "protocol");
  expect(port).toEqual({ type: "string" });
  const spec = at(definitions, "io.k8s.api.apps.v1.DeploymentSpec", "properties", "strategy") as object;
  expect(Object.keys(spec)).toEqual(["$ref", "x-kubernetes-patch-strategy"]);
});

test("gnosticV2() writes the version first and every definition as a named schema", () => {
  const reader = protobuf.Reader.create(
    gnosticV2({ swagger: "2.0", definitions: { A: { type: "object" } } }),
  );
  expect([reader.uint32() >>> 3, reader.string()]).toEqual([1, "2.0"]);
  expect(reader.uint32() >>> 3).toBe(9);
  expect(Buffer.from(reader.bytes()).toString("hex")).toBe("0a100a01" + "41120bb201080a066f626a656374");
});

test("withArticle() knows vowels and plurals", () => {
  expect(["Pod", "Event", "Endpoints", "Ingress"].map(withArticle)).toEqual([
    "a Pod",
    "an Event",
    "Endpoints",
    "an Ingress",
  ]);
});
