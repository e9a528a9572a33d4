import { describe, expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../../test/tools/custom-definition.tool.ts";
import type { JsonObject } from "../../json/value.ts";

const BOATS = "/apis/example.com/v1/namespaces/default/boats";
const integers = (...names: string[]): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "integer" }])),
});
const schema = {
  openAPIV3Schema: {
    type: "object",
    properties: { spec: integers("sails", "replicas"), status: integers("replicas") },
  },
};
/** Its status has one more field. */
const wider = structuredClone(schema);
Object.assign(wider.openAPIV3Schema.properties, { status: integers("replicas", "rowers") });
const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };

const boat = (apiVersion: string, spec: JsonObject, name: string): JsonObject => ({
  apiVersion,
  kind: "Boat",
  metadata: { name },
  spec,
});

const api = await clusterForTests();
await define(api, "Boat", [
  { schema, subresources: { scale, status: {} } },
  { served: false, schema: wider },
]);
expect((await api.ask("POST", BOATS, boat("example.com/v1", { sails: 1 }, "a"))).status).toBe(201);

// Every answer here is from kube-apiserver 1.36.3.
describe("a custom resource that says another version than the one of the URL", () => {
  const merge = { "content-type": "application/merge-patch+json" };

  test.each([
    ["example.com/v2", [], /^Boat\.example\.com "a" is invalid: apiVersion: Invalid value/],
    ["example.com/v9", ['unknown field "spec"'], /^Boat\.example\.com "a" is invalid: apiVersion/],
    ["other.example/v1", [], /^Boat\.other\.example "a" is invalid: apiVersion/],
    ["a/b/c", [], /^ "" is invalid: patch: .*: unexpected GroupVersion string: a\/b\/c$/],
  ])("a patch to %s", async (apiVersion, warnings, message) => {
    const { status, headers, body } = await api.ask("PATCH", `${BOATS}/a`, { apiVersion }, merge);
    expect([status, body.message]).toEqual([422, expect.stringMatching(message)]);
    expect(String(headers.warning ?? "")).toBe(
      warnings.map((text) => `299 - ${JSON.stringify(text)}`).join(),
    );
  });

  test("a patch that takes it away", async () => {
    const { status, body } = await api.ask("PATCH", `${BOATS}/a`, { apiVersion: "" }, merge);
    expect([status, body.message]).toEqual([
      500,
      "Internal error occurred: Object 'apiVersion' is missing in 'object has no apiVersion field'",
    ]);
  });

  test.each([
    [
      { kind: 5 },
      "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
    ],
    [
      { apiVersion: [] },
      "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go struct field .apiVersion of type string",
    ],
    [{ kind: "" }, "Object 'Kind' is missing in '{"],
    [{ kind: "Other", apiVersion: "a/b/c" }, "unexpected GroupVersion string: a/b/c"],
  ])("a patch to %j is refused as a patch", async (patch, message) => {
    for (const sub of ["", "/status"]) {
      const { status, body } = await api.ask("PATCH", `${BOATS}/a${sub}`, patch, merge);
      expect([status, body.message]).toEqual([422, expect.stringContaining(`: ${message}`)]);
      expect(body.message).toMatch(/^ "" is invalid: patch: Invalid value: /);
    }
  });

  test("a patch to another kind and another version", async () => {
    const { status, body } = await api.ask("PATCH", `${BOATS}/a`, { apiVersion: "v1", kind: "Other" }, merge);
    expect([status, body.message]).toEqual([
      422,
      'Other "a" is invalid: [kind: Invalid value: "Other": must be Boat, apiVersion: Invalid value: "v1": must be example.com/v1]',
    ]);
  });

  test.each([
    ["example.com/v2", { replicas: 5 }],
    ["other.example/v1", { replicas: 5 }],
    ["example.com/v9", undefined],
  ])(
    "a status is taken from a patch to %s; the managed fields stay as they are",
    async (apiVersion, status) => {
      const name = `s-${apiVersion.replace("/", "-")}`;
      await api.ask("POST", BOATS, boat("example.com/v1", { sails: 1 }, name));
      const patch = { apiVersion, spec: { sails: 9 }, status: { replicas: 5, rowers: 2 } };
      const answer = await api.ask("PATCH", `${BOATS}/${name}/status`, patch, merge);
      expect([answer.status, answer.body.apiVersion, answer.body.kind]).toEqual([
        200,
        "example.com/v1",
        "Boat",
      ]);
      expect([answer.body.spec, answer.body.status]).toEqual([{ sails: 1 }, status]);
      expect((answer.body.metadata as JsonObject).managedFields).toEqual([
        expect.objectContaining({ manager: "unknown", fieldsV1: { "f:spec": { ".": {}, "f:sails": {} } } }),
      ]);
    },
  );

  test("who manages it stays known where the own version knows all fields", async () => {
    const apiVersion = "example.com/v2";
    await api.ask("POST", BOATS, boat("example.com/v1", { sails: 1 }, "same"));
    const { body } = await api.ask(
      "PATCH",
      `${BOATS}/same/status`,
      { apiVersion, status: { sails: 5 } },
      merge,
    );
    expect((body.metadata as JsonObject).managedFields).toHaveLength(2);
  });

  test("a body whose version is none", async () => {
    const { status, body } = await api.ask("PUT", `${BOATS}/a`, boat("a/b/c", {}, "a"));
    expect([status, body.message]).toEqual([
      400,
      `the object provided is unrecognized (must be of type Boat): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c","kind":" ...)`,
    ]);
  });

  test("unknown fields of it refuse a strict request before", async () => {
    const path = `${BOATS}/a?fieldValidation=Strict`;
    const patched = await api.ask("PATCH", path, { apiVersion: "example.com/v2", mast: 1 }, merge);
    expect([patched.status, patched.body.message]).toEqual([
      422,
      expect.stringMatching(/patch: .*strict decoding error: unknown field "mast"$/),
    ]);
    const put = await api.ask("PUT", path, boat("example.com/v2", { oars: 1 }, "a"));
    expect([put.status, put.body.message]).toEqual([
      400,
      'Boat in version "v2" cannot be handled as a Boat: strict decoding error: unknown field "spec.oars"',
    ]);
  });
});

describe("the scale of a custom resource", () => {
  test("is a Table with its replicas", async () => {
    const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
    await api.ask("POST", BOATS, boat("example.com/v1", { replicas: 3 }, "s"));
    const { body } = await api.ask("GET", `${BOATS}/s/scale`, undefined, { accept });
    const names = (body.columnDefinitions as JsonObject[]).map(({ name }) => name);
    expect(names).toEqual(["Name", "Desired", "Available", "Age"]);
    expect((body.rows as JsonObject[])[0]?.cells).toEqual(["s", 3, 0, expect.any(String)]);
  });

  test("is no list of its own type", async () => {
    const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    await api.ask("POST", BOATS, boat("example.com/v1", { replicas: 3 }, "l"));
    const { status, body } = await api.ask("GET", `${BOATS}/l/scale`, undefined, { accept });
    expect([status, body.message]).toEqual([
      406,
      "you requested PartialObjectMetadataList, but the requested object is not a list (*v1.Scale)",
    ]);
  });

  test("can be applied to as it is, with a new owner", async () => {
    await api.ask("POST", BOATS, boat("example.com/v1", { replicas: 3 }, "o"));
    const apply = async (replicas: number) => {
      const applied = {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "o" },
        spec: { replicas },
      };
      const { status, body } = await api.ask("PATCH", `${BOATS}/o/scale?fieldManager=m&force=true`, applied, {
        "content-type": "application/apply-patch+yaml",
      });
      return [status, body.spec ?? body.message];
    };
    expect(await apply(3)).toEqual([200, { replicas: 3 }]);
    const { body } = await api.ask("GET", `${BOATS}/o`);
    expect((body.metadata as JsonObject).managedFields).toContainEqual({
      manager: "m",
      operation: "Apply",
      apiVersion: "example.com/v1",
      subresource: "scale",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:replicas": {} } },
    });
    expect(await apply(4)).toEqual([500, expect.stringContaining("failed to convert new object (/o; ")]);
  });

  test("cannot be applied to, and says so in other words while nobody owns the replicas", async () => {
    const applied = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "u" }, spec: {} };
    await api.ask("POST", BOATS, boat("example.com/v1", { sails: 3, replicas: 1 }, "u"));
    const disowned = { metadata: { managedFields: [{}] } };
    await api.ask("PATCH", `${BOATS}/u`, disowned, { "content-type": "application/merge-patch+json" });
    const answer = await api.ask("PATCH", `${BOATS}/u/scale?fieldManager=m`, applied, {
      "content-type": "application/apply-patch+yaml",
    });
    expect([answer.status, answer.body.message]).toEqual([
      500,
      "failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1",
    ]);
  });
});
