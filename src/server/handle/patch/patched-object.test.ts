import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const MAP = `${MAPS}/patched-kind`;

const api = await clusterForTests();
await api.ask("POST", MAPS, { metadata: { name: "patched-kind" }, data: { a: "1" } });

const patch = (type: string, body: unknown, query = "") =>
  api.ask("PATCH", `${MAP}?dryRun=All${query}`, JSON.stringify(body), {
    "content-type": `application/${type}-patch+json`,
  });

// Every answer here is from kube-apiserver 1.36.3.
test("a strategic patch may say that it is of another kind", async () => {
  const { status, body } = await patch("strategic-merge", {
    kind: "Pod",
    apiVersion: "v9",
    data: { b: "2" },
  });
  expect([status, body.kind, body.apiVersion, body.data]).toEqual([
    200,
    "ConfigMap",
    "v1",
    { a: "1", b: "2" },
  ]);
});

test("a merge patch may not", async () => {
  const { status, body } = await patch("merge", { kind: "Pod" });
  expect(status).toBe(422);
  expect(body.message).toMatch(/: converting \(v1.Pod\) to \(core.ConfigMap\): unknown conversion$/);
});

test("of two names that differ in case only, the last one of the sorted object counts", async () => {
  const { status, body } = await patch("merge", { apiVersion: "v9", ApiVersion: "v1" });
  expect(status).toBe(422);
  expect(body.message).toMatch(/: no kind "ConfigMap" is registered for version "v9" in scheme/);
});

test("of two that are no texts the first in what was patched is named", async () => {
  const { status, body } = await patch("merge", { apiVersion: {}, kind: true });
  expect(status).toBe(422);
  expect(body.message).toMatch(/unmarshal object into Go struct field .apiVersion of type string$/);
});

test("an object whose version was taken away has no name that a client would know", async () => {
  const { status, body } = await patch("merge", { apiVersion: null });
  expect([status, body.message]).toEqual([
    400,
    "the name of the object (patched-kind based on URL) was undeterminable: name must be provided",
  ]);
});

test("unknown fields of a strategic patch are sorted", async () => {
  const { body } = await patch("strategic-merge", { metadata: { z: 1 }, A: 1 }, "&fieldValidation=Strict");
  expect(body.message).toMatch(/: unknown field "A", unknown field "metadata.z"$/);
});

test("unknown fields of a merge patch stand in the order of what it made: sorted where it went", async () => {
  const { body } = await patch("merge", { z: 1, metadata: { y: 1 }, A: 1 }, "&fieldValidation=Strict");
  expect(body.message).toMatch(/: unknown field "A", unknown field "metadata.y", unknown field "z"$/);
});

test.each([
  ["json", {}, "json: cannot unmarshal object into Go value of type jsonpatch.Patch"],
  ["json", [[]], "json: cannot unmarshal array into Go value of type jsonpatch.Operation"],
  ["merge", 5, "Invalid JSON Patch"],
])("where fields are not validated, a %s patch is read by other words", async (type, sent, message) => {
  const { status, body } = await patch(type, sent, "&fieldValidation=Ignore");
  expect([status, body.message]).toEqual([400, message]);
});

test.each(["json", "merge", "strategic-merge"])(
  "a %s patch that is not JSON is refused before the object is read",
  async (type) => {
    for (const name of ["x", "none"])
      for (const sent of ["", "{", "nope", '{"a":01}']) {
        const headers = { "content-type": `application/${type}-patch+json` };
        const path = `/api/v1/namespaces/default/configmaps/${name}?fieldValidation=Ignore`;
        const { status, body } = await api.ask("PATCH", path, sent, headers);
        expect([status, body.message]).toEqual([400, "invalid JSON patch"]);
      }
  },
);

test("an operation that is no object is read by the words of the strict decoder", async () => {
  const { status, body } = await patch("json", [[]]);
  const message =
    "error decoding patch: json: cannot unmarshal array into Go value of type handlers.jsonPatchOp";
  expect([status, body.message]).toEqual([400, message]);
});

test.each([
  [[{ op: "add", path: {}, value: 1 }], "object into Go struct field jsonPatchOp.path"],
  [[{ op: "add", path: 5, from: true }, { op: [] }], "number into Go struct field jsonPatchOp.path"],
  [
    [
      { op: null, path: "/a" },
      { from: true, path: 5 },
    ],
    "bool into Go struct field jsonPatchOp.from",
  ],
])(
  "members of operations that have to be texts are looked at before the patch is applied: %j",
  async (sent, why) => {
    const { status, body } = await patch("json", sent);
    const message = `error decoding patch: json: cannot unmarshal ${why} of type string`;
    expect([status, body.message]).toEqual([400, message]);
    expect((await patch("json", sent, "&fieldValidation=Ignore")).status).toBe(422);
  },
);

test.each([
  [
    "a number in another form",
    String.raw`[{"op":"add","path":"/metadata\u002fannotations","value":{}}, {"op":"test","path":"/data/a","value":1.0}]`,
    422,
  ],
  [
    "a test",
    String.raw`[{"op":"test","path":"\/data\/a","value":"1"}, {"op":"\u0061dd","path":"/data/b\u003c","value":"2"}]`,
    422,
  ],
  [
    "a test that holds",
    String.raw`[{"op":"test","path":"\/data\/a","value":"1"}, {"op":"\u0061dd","path":"/data/b\u002d","value":"2"}]`,
    200,
  ],
])("operations and paths may be written with escapes beside %s", async (_, sent, expected) => {
  const { status, body } = await api.ask("PATCH", `${MAP}?dryRun=All`, sent, {
    "content-type": "application/json-patch+json",
  });
  expect([status, body.message ?? ""]).not.toContain("error decoding");
  expect(status).toBe(expected);
});

test("where fields are not validated, a merge patch that is a list takes the place of the object", async () => {
  const sent = [1, null, { b: null, a: "<", c: [{ d: null }] }];
  const { status, body } = await patch("merge", sent, "&fieldValidation=Ignore");
  expect([status, body.reason]).toEqual([422, "Invalid"]);
  expect(body.message).toContain(
    String.raw`Invalid value: "[1,null,{\"a\":\"\\u003c\",\"c\":[{}]}]": couldn't get`,
  );
});

test("a warning about what a strategic patch made leaves out the keys of maps", async () => {
  const slices = "/apis/resource.k8s.io/v1/resourceslices";
  const pool = { name: "p", resourceSliceCount: 1 };
  await api.ask("POST", slices, {
    metadata: { name: "s" },
    spec: { driver: "d.example.com", nodeName: "n", pool },
  });
  const body = JSON.stringify({ spec: { sharedCounters: [{ counters: { abc: { unknown: "x" } } }] } });
  const warningOf = async (type: string) => {
    const { headers } = await api.ask("PATCH", `${slices}/s`, body, {
      "content-type": `application/${type}-patch+json`,
    });
    return String(headers.warning);
  };
  expect(await warningOf("strategic-merge")).toBe(
    '299 - "unknown field \\"spec.sharedCounters[0].counters.unknown\\""',
  );
  expect(await warningOf("merge")).toBe(
    '299 - "unknown field \\"spec.sharedCounters[0].counters.abc.unknown\\""',
  );
});
