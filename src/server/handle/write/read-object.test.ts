import { afterAll, beforeAll, expect, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../../testing/in-memory-cluster.ts";

const MAPS = "/api/v1/namespaces/default/configmaps?dryRun=All&fieldValidation=Strict";

let api: InMemoryCluster;
beforeAll(async () => {
  api = await startInMemoryCluster();
});
afterAll(() => api.stop());

// Every answer here was asked of kube-apiserver 1.36.3.
test.each([
  [
    "JSON: the order of the text",
    "application/json",
    '{"metadata":{"name":"a","zz":1},"u":1,"u":2,"data":{"k":"v"},"a":1,"data":{}}',
    'unknown field "metadata.zz", unknown field "u", unknown field "a", duplicate field "data"',
  ],
  [
    "YAML: sorted, after keys given twice",
    "application/yaml",
    "metadata:\n  name: a\n  zz: 1\nu: 1\nb: {x: 1, x: 2}\na: 2",
    'yaml: unmarshal errors:\n  line 5: key "x" already set in map, unknown field "a", unknown field "b", unknown field "metadata.zz", unknown field "u"',
  ],
])("%s", async (_name, type, text, problems) => {
  const { status, body } = await api.ask("POST", MAPS, text, { "content-type": type });
  const why = `strict decoding error: ${problems}`;
  expect([status, body.message]).toEqual([
    400,
    `ConfigMap in version "v1" cannot be handled as a ConfigMap: ${why}`,
  ]);
});
