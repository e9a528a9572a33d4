import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../test/tools/custom-definition.tool.ts";
import type { Answered } from "../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../json/value.ts";

/**
 * kube-apiserver 1.36 keeps `3.0` as a float while it handles a request, also through conversions without a webhook and
 * ApplyConfiguration mutations. A rule about an integer refuses the float.
 */
const REFUSED =
  'spec.a: Invalid value: "integer": invalid data, expected int, got float64 evaluating rule: self > 0';
const POLICIES = "/apis/admissionregistration.k8s.io/v1";
let made = 0;

const VERSION: JsonObject = {
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          "x-kubernetes-preserve-unknown-fields": true,
          properties: {
            a: { type: "integer", "x-kubernetes-validations": [{ rule: "self > 0" }] },
            note: { type: "string" },
          },
        },
      },
    },
  },
};

async function create(path: string, body: JsonObject): Promise<void> {
  const { status, body: answer } = await api.ask("POST", path, body);
  if (status !== 201) throw new Error(JSON.stringify(answer));
}

const api = await clusterForTests();
beforeAll(async () => {
  await define(api, "V", [VERSION, VERSION], { group: "e.io" });
  for (const [kind, spec] of Object.entries(MUTATIONS)) {
    const mutation = { patchType: kind.replace("Float", ""), ...spec };
    const name = kind.toLowerCase();
    await create(`${POLICIES}/mutatingadmissionpolicies`, {
      metadata: { name },
      spec: {
        failurePolicy: "Fail",
        reinvocationPolicy: "Never",
        matchConstraints: {
          resourceRules: [
            { apiGroups: ["e.io"], apiVersions: ["*"], resources: ["vs"], operations: ["CREATE", "UPDATE"] },
          ],
        },
        matchConditions: [{ name: "asked", expression: `object.spec.?note.orValue("") == "${kind}"` }],
        mutations: [mutation],
      },
    });
    await create(`${POLICIES}/mutatingadmissionpolicybindings`, {
      metadata: { name },
      spec: { policyName: name },
    });
  }
});

const MUTATIONS: Record<string, JsonObject> = {
  FloatApplyConfiguration: { applyConfiguration: { expression: "Object{spec: Object.spec{a: 3.0}}" } },
  FloatJSONPatch: {
    jsonPatch: { expression: '[JSONPatch{op: "add", path: "/spec/a", value: 3.0}]' },
  },
  ApplyConfiguration: {
    applyConfiguration: { expression: 'Object{metadata: Object.metadata{labels: {"l": "m"}}}' },
  },
  JSONPatch: {
    jsonPatch: { expression: '[JSONPatch{op: "add", path: "/metadata/labels", value: {"l": "m"}}]' },
  },
};

const collection = (name: string): string => `/apis/e.io/${name}/namespaces/default/vs`;

/** Creates an object with `spec.a` 1; returns its path in a version. */
async function stored(name: string): Promise<{ path: string; resourceVersion: string; name: string }> {
  const object = `o${made++}`;
  const body = { apiVersion: "e.io/v1", kind: "V", metadata: { name: object }, spec: { a: 1 } };
  const { body: answer } = await api.ask("POST", collection("v1"), body);
  const { resourceVersion } = answer.metadata as { resourceVersion: string };
  return { path: `${collection(name)}/${object}`, resourceVersion, name: object };
}

type Send = (apiVersion: string, spec: string) => Promise<Answered>;

const post =
  (metadata: string): Send =>
  (name, spec) =>
    api.ask(
      "POST",
      `${collection(name)}?dryRun=All`,
      `{"apiVersion":"e.io/${name}","kind":"V","metadata":${metadata},"spec":${spec}}`,
    );

const put: Send = async (name, spec) => {
  const { path, resourceVersion, name: object } = await stored(name);
  const metadata = `{"name":"${object}","resourceVersion":"${resourceVersion}"}`;
  const body = `{"apiVersion":"e.io/${name}","kind":"V","metadata":${metadata},"spec":${spec}}`;
  return api.ask("PUT", `${path}?dryRun=All`, body);
};

const patch =
  (type: string, body: (spec: string) => string): Send =>
  async (name, spec) =>
    api.ask("PATCH", `${(await stored(name)).path}?dryRun=All`, body(spec), {
      "content-type": `application/${type}-patch+json`,
    });

const merge = patch("merge", (spec) => `{"spec":${spec}}`);
const json = patch("json", (spec) => `[{"op":"replace","path":"/spec","value":${spec}}]`);

const REQUESTS: Record<string, Send> = {
  "POST with a name": post('{"name":"n"}'),
  "POST with generateName": post('{"generateName":"n"}'),
  PUT: put,
  "a merge patch": merge,
  "a JSON patch": json,
};

describe("a float for an integer with a rule is refused", () => {
  const rows = Object.entries(REQUESTS).flatMap(([what, send]) =>
    ["v1", "v2"].flatMap((name) =>
      ["", "ApplyConfiguration"].map((policy) => [what, name, policy || "none", send] as const),
    ),
  );
  it.each(rows)("%s, version %s, policy %s", async (_, name, policy, send) => {
    const { status, body } = await send(name, `{"a":3.0,"note":"${policy}"}`);
    expect([status, body.message]).toEqual([422, expect.stringContaining(REFUSED)]);
  });
});

it.each([
  ["an ApplyConfiguration mutation writes is refused", "FloatApplyConfiguration", 422],
  ["a JSONPatch mutation writes is an integer", "FloatJSONPatch", 201],
])("a float that %s", async (_, note, expected) => {
  const { status } = await post('{"name":"n"}')("v1", `{"note":"${note}"}`);
  expect(status).toBe(expected);
});

describe("policies see the numbers of an object as Go's decoder reads them", () => {
  const SEEN =
    "(type(object.spec.x) == int ? 'int ' : 'double ') + string(object.spec.x) + (object.spec.y.exists(y, type(y) == double) ? ' double' : ' int')";
  const rules = {
    matchConstraints: {
      resourceRules: [
        { apiGroups: ["e.io"], apiVersions: ["*"], resources: ["vs"], operations: ["CREATE", "UPDATE"] },
      ],
    },
    matchConditions: [{ name: "shown", expression: "object.spec.?x.hasValue()" }],
  };

  beforeAll(async () => {
    const metadata = { name: "seen" };
    const validations = [{ expression: "false", messageExpression: SEEN }];
    await create(`${POLICIES}/validatingadmissionpolicies`, { metadata, spec: { ...rules, validations } });
    const spec = { policyName: "seen", validationActions: ["Deny"] };
    await create(`${POLICIES}/validatingadmissionpolicybindings`, { metadata, spec });
  });
  afterAll(() => api.ask("DELETE", `${POLICIES}/validatingadmissionpolicybindings/seen`));

  const yaml = (type: string, method: string, path: string) => (name: string, spec: string) =>
    api.ask(
      method,
      `${collection(name)}${path}dryRun=All`,
      `{"apiVersion":"e.io/${name}","kind":"V","metadata":{"name":"y"},"spec":${spec}}`,
      { "content-type": `application/${type}` },
    );
  const TEXTS: Record<string, Send> = {
    ...REQUESTS,
    YAML: yaml("yaml", "POST", "?"),
    "server-side apply": yaml("apply-patch+yaml", "PATCH", "/y?fieldManager=m&"),
  };
  /** Values in JSON, and in YAML, which Go converts to JSON first. */
  const SEEN_AS: readonly [text: string, json: string, yaml: string][] = [
    ["1", "int 1", "int 1"],
    ["1.0", "double 1", "int 1"],
    ["1e3", "double 1000", "int 1000"],
    ["-0", "int 0", "int 0"],
    ["-0.0", "double -0", "int 0"],
    ["1e17", "double 1e+17", "int 100000000000000000"],
    ["9223372036854775807", "int 9223372036854775807", "int 9223372036854775807"],
    ["9223372036854775808", "double 9.223372036854776e+18", "double 9.223372036854776e+18"],
    ["18446744073709551615", "double 1.8446744073709552e+19", "double 1.8446744073709552e+19"],
    ["0.5", "double 0.5", "double 0.5"],
  ];
  const rows = Object.entries(TEXTS).flatMap(([what, send]) =>
    SEEN_AS.flatMap(([text, json, yaml]) => {
      const seen = what === "YAML" || what === "server-side apply" ? yaml : json;
      return ["v1", "v2"].map((name) => [text, what, name, seen, send] as const);
    }),
  );
  it.each(rows)("%s in %s, version %s: %s", async (text, _, name, seen, send) => {
    const { body } = await send(name, `{"x":${text},"y":[0,${text}]}`);
    const item = seen.startsWith("int") ? " int" : " double";
    expect(String(body.message).replace(/.*denied request: /, "")).toBe(`${seen}${item}`);
  });
});

describe("a float is an integer after the object was written as JSON and read again", () => {
  it.each(Object.entries(REQUESTS))("%s, with a JSONPatch mutation", async (_, send) => {
    const { status } = await send("v1", '{"a":3.0,"note":"JSONPatch"}');
    expect([200, 201]).toContain(status);
  });

  it("by the store: the next request finds an integer", async () => {
    const { path } = await stored("v1");
    const headers = { "content-type": "application/merge-patch+json" };
    const free = await api.ask("PATCH", path, '{"spec":{"free":{"b":3.0}}}', headers);
    expect(free.status).toBe(200);
    await create(`${POLICIES}/validatingadmissionpolicies`, {
      metadata: { name: "ints" },
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: ["e.io"], apiVersions: ["*"], resources: ["vs"], operations: ["UPDATE"] },
          ],
        },
        matchConditions: [{ name: "old", expression: "has(oldObject.spec.free)" }],
        validations: [
          { expression: "type(oldObject.spec.free.b) == int && type(object.spec.free.b) == int" },
        ],
      },
    });
    await create(`${POLICIES}/validatingadmissionpolicybindings`, {
      metadata: { name: "ints" },
      spec: { policyName: "ints", validationActions: ["Deny"] },
    });
    const next = await api.ask("PATCH", path, '{"metadata":{"labels":{"x":"y"}}}', headers);
    expect([next.status, next.body.message]).toEqual([200, undefined]);
  });
});

it("server-side apply reads a float without a fraction as an integer", async () => {
  const body = '{"apiVersion":"e.io/v1","kind":"V","metadata":{"name":"s"},"spec":{"a":3.0}}';
  const { status } = await api.ask("PATCH", `${collection("v1")}/s?fieldManager=m&dryRun=All`, body, {
    "content-type": "application/apply-patch+yaml",
  });
  expect(status).toBe(201);
});
