import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";

const MAP = "/api/v1/namespaces/default/configmaps/x?fieldManager=m";
const BODY = '{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"1",\n"a":"2"}}';

const api = await clusterForTests();

const apply = (url: string, body: string) =>
  api.ask("PATCH", url, body, { "content-type": "application/apply-patch+yaml" });

test("keys given twice refuse an applied configuration where fields are validated strictly", async () => {
  const { status, body } = await apply(`${MAP}&fieldValidation=Strict`, BODY);
  const why = 'yaml: unmarshal errors:\n  line 2: key "a" already set in map';
  expect([status, body.message]).toEqual([
    400,
    `error strict decoding patch: error converting YAML to JSON: ${why}`,
  ]);
});

test("what cannot be applied is said first", async () => {
  const { status, body } = await apply(`${MAP}&fieldValidation=Strict`, BODY.replace("data", "date"));
  expect([status, body.message]).toEqual([500, expect.stringContaining("field not declared in schema")]);
});

test("an object whose type has no fields may have any field", async () => {
  const job = (spec: object): string =>
    JSON.stringify({ apiVersion: "batch/v1", kind: "Job", metadata: { name: "j" }, spec });
  const url = "/apis/batch/v1/namespaces/default/jobs/j?fieldManager=m";
  const template = { spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Never" } };
  expect((await apply(url, job({ template }))).status).toBe(201);
  const scheduled = (schedulingPolicy: object): string => job({ template, scheduling: { schedulingPolicy } });
  expect((await apply(url, scheduled({ basic: { unknown: "x" } }))).status).toBe(200);
  expect((await apply(url, scheduled({ unknown: "x" }))).body.message).toContain(
    "field not declared in schema",
  );
});

test.each(["Warn", "Ignore"])("with %s the last one counts", async (validation) => {
  const body = BODY.replace('"data"', '"metadata":{"name":"x"},"data"');
  const answer = await apply(`${MAP}&dryRun=All&fieldValidation=${validation}`, body);
  expect([answer.status, answer.body.data]).toEqual([201, { a: "2" }]);
  expect(answer.warnings).toEqual(validation === "Warn" ? ['line 2: key "a" already set in map'] : []);
});

test.each([
  ["nonsense", 'parsing time "nonsense" as "2006-01-02T15:04:05Z07:00": cannot parse "nonsense" as "2006"'],
  [5, "json: cannot unmarshal number into Go value of type string"],
])("a time in managed fields that cannot be read is an error: %j", async (time, why) => {
  const path = "/api/v1/namespaces/default/configmaps";
  await api.ask("POST", path, { metadata: { name: "timed" }, data: { k: "v" } });
  for (const data of [undefined, { z: "w" }]) {
    const applied = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "timed", managedFields: [{ time }] },
    };
    const { status, body } = await apply(
      `${path}/timed?fieldManager=m`,
      JSON.stringify({ ...applied, data }),
    );
    expect([status, body.message]).toEqual([
      500,
      `failed to convert new object (/timed; /v1, Kind=ConfigMap) to proper version: unable to convert unstructured object to /v1, Kind=ConfigMap: ${why}`,
    ]);
  }
});

test.each([
  ["a: b: c", "yaml: mapping values are not allowed in this context"],
  ["null: x", 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"'],
])("what cannot become JSON is refused before the object is read: %j", async (text, why) => {
  for (const url of [MAP, "/api/v1/namespaces/default/pods/none/status?fieldManager=m"]) {
    const { status, body } = await apply(url, text);
    expect([status, body.message]).toEqual([400, `error encoding patch: ${why}`]);
  }
});

test("a text that begins as JSON is refused when the object is read", async () => {
  const { status, body } = await apply(MAP, '{"kind": "ConfigMap",]}');
  const why = "error converting YAML to JSON: yaml: did not find expected node content";
  expect([status, body.message]).toEqual([400, `error decoding patch: ${why}`]);
  const url = "/api/v1/namespaces/default/pods/none/status?fieldManager=m";
  expect((await apply(url, "{]")).status).toBe(404);
});

test("a configuration that is no object is refused when the object is read", async () => {
  const cannot = "json: cannot unmarshal array into Go value of type map[string]interface {}";
  const { status, body } = await apply(MAP, "[]");
  expect([status, body.message]).toEqual([
    400,
    `error decoding patch: error unmarshaling JSON: while decoding JSON: ${cannot}`,
  ]);
  const url = "/api/v1/namespaces/default/pods/none/status?fieldManager=m";
  expect((await apply(url, "[]")).status).toBe(404);
});
