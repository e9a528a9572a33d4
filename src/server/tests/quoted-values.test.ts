import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const SPACE = "/api/v1/namespaces/default";
const api = await clusterForTests();

const messageOf = async (path: string, body: object): Promise<unknown> =>
  (await api.ask("POST", path, { metadata: { name: "a" }, ...body })).body.message;

// Structs, and texts of a type of their own, are printed as Go's JSON: apimachinery/pkg/util/validation/field/errors.go.
test.each([
  ["a\u2028b", "a\\u2028b"],
  ["a<b&c", "a\\u003cb\\u0026c"],
  ["a\u0001b", "a\\u0001b"],
  ["a\u007fb", "a\u007fb"],
])("repeated values with %j are printed as JSON", async (value, printed) => {
  const taint = { key: "k", value, effect: "NoSchedule" };
  expect(await messageOf("/api/v1/nodes", { spec: { taints: [taint, taint] } })).toContain(
    `metadata.taints[1]: Duplicate value: {"Key":"k","Value":"${printed}","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair`,
  );
  const limits = [{ type: value }, { type: value }];
  expect(await messageOf(`${SPACE}/limitranges`, { spec: { limits } })).toContain(
    `spec.limits[1].type: Duplicate value: "${printed}"`,
  );
  const resizePolicy = [{ resourceName: value }, { resourceName: value }];
  const containers = [{ name: "c", image: "i", resizePolicy }];
  expect(await messageOf(`${SPACE}/pods`, { spec: { containers } })).toContain(
    `spec.containers[0].resizePolicy[1]: Duplicate value: "${printed}"`,
  );
});

test("a schedule is split where Go sees white space", async () => {
  const template = { spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Never" } };
  const spec = { schedule: "*\u0085*", jobTemplate: { spec: { template } } };
  expect(await messageOf("/apis/batch/v1/namespaces/default/cronjobs", { spec })).toContain(
    "expected exactly 5 fields, found 2: [* *]",
  );
});

test("labels of selectors are quoted as Go quotes them", async () => {
  const { body } = await api.ask("GET", "/apis/batch/v1/jobs?fieldSelector=a%01b%3Dc");
  expect(body.message).toContain('field label "a\\x01b" not supported for Job');
});
