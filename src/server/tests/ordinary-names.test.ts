import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { define } from "../../../test/tools/custom-definition.tool.ts";
import {
  type Answered,
  type InMemoryCluster,
  startInMemoryCluster,
} from "../../../test/tools/in-memory-cluster.tool.ts";
import { parseJson } from "../../json/parse/parse.ts";
import type { JsonObject } from "../../json/value.ts";

/** Names that every JavaScript object inherits; for clients they are ordinary names. */
const INHERITED = ["__proto__", "constructor", "hasOwnProperty", "toString", "valueOf", "__defineGetter__"];
const MAPS = "/api/v1/namespaces/default/configmaps";

// Every answer here is from kube-apiserver 1.36.3.
describe.each(INHERITED)("the name %s", (name) => {
  let api: InMemoryCluster;
  const send = (method: string, url: string, body: string, type = "application/json"): Promise<Answered> =>
    api.ask(method, url, parseJson(body) as JsonObject, { "content-type": type });

  beforeAll(async () => {
    api = await startInMemoryCluster();
    await send("POST", MAPS, `{"metadata":{"name":"a"},"data":{"${name}":"1"}}`);
  });
  afterAll(() => api.stop());

  const dataOf = ({ body }: Answered): unknown => Object.entries((body.data ?? {}) as JsonObject);

  test("is a key of data", async () => {
    expect(dataOf(await api.ask("GET", `${MAPS}/a`))).toEqual([[name, "1"]]);
  });

  test("is patched and taken away", async () => {
    const patch = (body: string, kind: string): Promise<Answered> =>
      send("PATCH", `${MAPS}/a?dryRun=All`, body, `application/${kind}-patch+json`);
    expect(dataOf(await patch(`{"data":{"${name}":"2"}}`, "merge"))).toEqual([[name, "2"]]);
    expect(dataOf(await patch(`{"data":{"${name}":"2"}}`, "strategic-merge"))).toEqual([[name, "2"]]);
    expect(dataOf(await patch(`{"data":{"${name}":null}}`, "merge"))).toEqual([]);
    const remove = (path: string): Promise<Answered> => patch(`[{"op":"remove","path":"${path}"}]`, "json");
    expect(dataOf(await remove(`/data/${name}`))).toEqual([]);
    expect((await remove(`/metadata/${name}`)).status).toBe(422);
  });

  test("is a resource of which a pod asks as much as it may have", async () => {
    const containers = `[{"name":"c","image":"i","resources":{"limits":{"${name}":"1"}}}]`;
    const pod = `{"metadata":{"name":"p"},"spec":{"containers":${containers}}}`;
    const { body } = await send("POST", "/api/v1/namespaces/default/pods", pod);
    expect(body.message).toContain(`spec.containers[0].resources.requests[${name}]: Invalid value`);
  });

  test("is no method", async () => {
    const headers = { "impersonate-user": "alice" };
    const { body } = await api.ask(name, `${MAPS}/a`, undefined, headers);
    expect(body.message).toContain('User "alice" cannot  resource "configmaps"');
  });

  test("is a variable of a policy where it holds no escapes", async () => {
    const resourceRules = [
      { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["services"] },
    ];
    const group = "/apis/admissionregistration.k8s.io/v1";
    const variables = [{ name, expression: "7" }];
    const validations = [{ expression: `variables.${name} == 8` }];
    await api.ask("POST", `${group}/validatingadmissionpolicies`, {
      metadata: { name: "p" },
      spec: { matchConstraints: { resourceRules }, variables, validations },
    });
    await api.ask("POST", `${group}/validatingadmissionpolicybindings`, {
      metadata: { name: "p" },
      spec: { policyName: "p", validationActions: ["Deny"] },
    });
    const service = `{"metadata":{"name":"s"},"spec":{"ports":[{"port":80}]}}`;
    const { body } = await send("POST", "/api/v1/namespaces/default/services", service);
    expect(body.message).toContain(
      name.startsWith("__")
        ? `resulted in error: no such key: ${name}`
        : `failed expression: variables.${name} == 8`,
    );
  });
});

test("a list may be keyed by an inherited name, with its default", async () => {
  const api = await startInMemoryCluster();
  const item = {
    type: "object",
    required: ["k"],
    properties: { k: { type: "string" }, constructor: { type: "string", default: "d" } },
  };
  const list = {
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["constructor", "k"],
    items: item,
  };
  await define(api, "Boat", [{ schema: { openAPIV3Schema: { type: "object", properties: { list } } } }], {
    scope: "Cluster",
  });
  const boat: JsonObject = {
    apiVersion: "example.com/v1",
    kind: "Boat",
    metadata: { name: "a" },
    list: [{ k: "1" } as JsonObject, { k: "2", constructor: "x" }],
  };
  const { status, body } = await api.ask("PATCH", "/apis/example.com/v1/boats/a?fieldManager=m", boat, {
    "content-type": "application/apply-patch+yaml",
  });
  expect(status).toBe(201);
  expect(body.list).toEqual([
    { k: "1", constructor: "d" },
    { k: "2", constructor: "x" },
  ]);
  await api.stop();
});
