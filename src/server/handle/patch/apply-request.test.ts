import { afterAll, beforeAll, expect, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../../testing/in-memory-cluster.ts";

const MAP = "/api/v1/namespaces/default/configmaps/x?fieldManager=m";
const BODY = '{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"1",\n"a":"2"}}';

let api: InMemoryCluster;
beforeAll(async () => {
  api = await startInMemoryCluster();
});
afterAll(() => api.stop());

const apply = (url: string, body: string) =>
  api.ask("PATCH", url, body, { "content-type": "application/apply-patch+yaml" });

test("keys given twice refuse an applied configuration where fields are validated strictly", async () => {
  const { status, body } = await apply(`${MAP}&fieldValidation=Strict`, BODY);
  const why = 'yaml: unmarshal errors:\n  line 2: key "a" already set in map';
  expect([status, body.message]).toEqual([
    400,
    `error strict decoding YAML: error converting YAML to JSON: ${why}`,
  ]);
});

test("what cannot be applied is said first", async () => {
  const { status, body } = await apply(`${MAP}&fieldValidation=Strict`, BODY.replace("data", "date"));
  expect([status, body.message]).toEqual([500, expect.stringContaining("field not declared in schema")]);
});

test.each(["Warn", "Ignore"])("with %s the last one counts", async (validation) => {
  const body = BODY.replace('"data"', '"metadata":{"name":"x"},"data"');
  const answer = await apply(`${MAP}&dryRun=All&fieldValidation=${validation}`, body);
  expect([answer.status, answer.body.data]).toEqual([201, { a: "2" }]);
  expect(answer.warnings).toEqual(validation === "Warn" ? ['line 2: key "a" already set in map'] : []);
});
