import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";

const LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

const api = await clusterForTests();
const spec = { leaseDurationSeconds: 1, leaseTransitions: 4 };
await api.ask("POST", LEASES, { metadata: { name: "a" }, spec });

const patch = (type: string, text: string) =>
  api.ask("PATCH", `${LEASES}/a`, text, { "content-type": `application/${type}+json` });

const REFUSED =
  /"spec\\":\{\\"leaseDurationSeconds\\":2\.0,\\"leaseTransitions\\":4\}.*json: cannot unmarshal number 2\.0 into Go struct field LeaseSpec\.spec\.leaseDurationSeconds of type int32$/;

// Every answer here is from kube-apiserver 1.36.3.
test("an integer that a merge patch or a JSON patch writes with a point is none", async () => {
  const merged = await patch("merge-patch", '{"spec":{"leaseDurationSeconds":2.0}}');
  expect([merged.status, merged.body.message]).toEqual([422, expect.stringMatching(REFUSED)]);
  const operation = { op: "replace", path: "/spec/leaseDurationSeconds", value: "X" };
  const patched = await patch("json-patch", JSON.stringify([operation]).replace('"X"', "2.0"));
  expect([patched.status, patched.body.message]).toEqual([422, expect.stringMatching(REFUSED)]);
});

test("what a merge patch removes again, or no field holds, does not matter", async () => {
  const { status } = await patch("merge-patch", '{"metadata":{"labels":{"x":null}},"zzz":{"y":[1.0,null]}}');
  expect(status).toBe(200);
});

test("a strategic patch is converted, and takes it", async () => {
  const { status, body } = await patch("strategic-merge-patch", '{"spec":{"leaseDurationSeconds":2.0}}');
  expect([status, body.spec]).toEqual([200, { leaseDurationSeconds: 2, leaseTransitions: 4 }]);
});
