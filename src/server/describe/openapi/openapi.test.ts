import protobuf from "protobufjs/minimal.js";
import { describe, expect, test } from "vitest";
import { atOnce } from "../../../async/steps.ts";
import { stringifyUnescaped } from "../../../json/stringify.ts";
import type { JsonObject } from "../../../json/value.ts";
import { builtinResources } from "../../../resources/kinds/index.ts";
import { createRegistry } from "../../../resources/registry.ts";
import type { RemoteSwaggers } from "../../aggregation/remote-swaggers.ts";
import { gnosticV2 } from "./gnostic/gnostic.ts";
import { withArticle } from "./naming.ts";
import { publishedDocuments } from "./published.ts";
import { swaggerSteps } from "./swagger/swagger.ts";
import { protobufOf, version2Of } from "./swagger/version2.ts";

const registry = createRegistry(builtinResources({ v1beta1Registration: false }));
const documents = publishedDocuments(registry);
const documentOf = (name: string): JsonObject => documents.get(name)?.json ?? {};
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

const swagger = (documents: readonly JsonObject[]) => atOnce(swaggerSteps(documents, []));
const GVK = "x-kubernetes-group-version-kind";

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

  test("marks a kind inside another one, and certificates as lists", () => {
    const claims = "io.k8s.api.core.v1.PersistentVolumeClaim";
    expect(at(documentOf("apis/apps/v1"), "components", "schemas", claims, GVK)).toEqual([
      { group: "", version: "v1", kind: "PersistentVolumeClaim" },
    ]);
    const service = "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec";
    const schemas = ["components", "schemas", service, "properties", "caBundle"];
    expect(at(documentOf("apis/apiregistration.k8s.io/v1"), ...schemas)).toMatchObject({
      "x-kubernetes-list-type": "atomic",
    });
  });

  test("describes no times among the options of logs", () => {
    const path = "/api/v1/namespaces/{namespace}/pods/{name}/log";
    const parameters = at(documentOf("api/v1"), "paths", path, "parameters") as JsonObject[];
    const names = parameters.map(({ name }) => name);
    expect(names).toContain("sinceSeconds");
    expect(names).not.toContain("sinceTime");
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

describe("swagger()", () => {
  const v2 = swagger([documentOf("apis/apps/v1"), documentOf("api"), documentOf("version")]);
  const deployments = "/apis/apps/v1/namespaces/{namespace}/deployments";

  test("has parameters of several operations once, under the names that the reference gives them", () => {
    expect(at(v2, "paths", deployments, "parameters")).toEqual([
      { $ref: "#/parameters/namespace-vgWSWtn3" },
      { $ref: "#/parameters/pretty-tJGM1-ng" },
    ]);
    expect(at(v2, "parameters", "pretty-tJGM1-ng", "name")).toBe("pretty");
    expect(Object.keys(at(v2, "parameters") as object)).toContain("allowWatchBookmarks-HC2hJt-J");
    expect(Object.keys(at(v2, "parameters") as object)).toContain("body-2Y1dVQaQ");
  });

  test("keeps parameters in place by which clients learn what a server can do, and bodies of one kind", () => {
    const parameters = at(v2, "paths", deployments, "post", "parameters") as JsonObject[];
    expect(parameters.map(({ name, $ref }) => name ?? $ref)).toEqual([
      "body",
      "dryRun",
      "#/parameters/fieldManager-Qy4HdaTW",
      "fieldValidation",
    ]);
  });

  test("says what operations read", () => {
    expect(at(v2, "paths", deployments, "post", "consumes")).toEqual(["*/*"]);
    expect(at(v2, "paths", `${deployments}/{name}`, "patch", "consumes", "0")).toBe(
      "application/json-patch+json",
    );
    expect(at(v2, "paths", "/api/", "get", "consumes")).toEqual([
      "application/json",
      "application/yaml",
      "application/vnd.kubernetes.protobuf",
    ]);
    const keys = swagger([documentOf("openid/v1/jwks")]);
    expect(at(keys, "paths", "/openid/v1/jwks/", "get")).not.toHaveProperty("consumes");
  });

  test("names every group of the reference's scheme for options and events", () => {
    const kinds = at(v2, "definitions", "io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent", GVK);
    expect(kinds).toContainEqual({ group: "imagepolicy.k8s.io", kind: "WatchEvent", version: "v1alpha1" });
  });
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

test("gnosticV2() writes fields in the order of their numbers", () => {
  const members = { type: "string", title: "t", "x-a": 1, description: "d" };
  const bytes = Buffer.from(gnosticV2({ swagger: "2.0", definitions: { A: members } }));
  const places = ["t", "d", "string", "x-a"].map((name) =>
    bytes.indexOf(Buffer.from([name.length, ...Buffer.from(name)])),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("withArticle() knows vowels and plurals", () => {
  expect(["Pod", "Event", "Endpoints", "Ingress"].map(withArticle)).toEqual([
    "a Pod",
    "an Event",
    "Endpoints",
    "an Ingress",
  ]);
});

describe("version2Of()", () => {
  const NO_REMOTE = { state: "", documents: [] } as unknown as RemoteSwaggers;

  test("writes and encodes the document in steps as in one piece, and once for all that ask meanwhile", async () => {
    let pauses = 0;
    const pause = async () => void pauses++;
    const fresh = publishedDocuments(createRegistry(builtinResources({ v1beta1Registration: false })));
    const [state, same] = await Promise.all([1, 2].map(() => version2Of(fresh, NO_REMOTE, pause)));
    expect(same).toBe(state);
    expect(pauses).toBeGreaterThan(1000);
    const whole = swagger(fresh.names.map((name) => fresh.get(name)?.json ?? {}));
    const bytes = Buffer.from(state?.bytes ?? []);
    expect(bytes.equals(Buffer.from(stringifyUnescaped(whole)))).toBe(true);
    const encoded = await protobufOf(state ?? { bytes, hash: "" }, pause);
    expect(Buffer.from(encoded).equals(gnosticV2(whole))).toBe(true);
  });
});
