import { expect, test } from "vitest";
import { clusterForTests } from "../../../../../test/tools/cluster-for-tests.tool.ts";

const JOBS = "/apis/batch/v1/namespaces/default/jobs";

const api = await clusterForTests();
const spec = { containers: [{ name: "c", image: "i" }], restartPolicy: "Never" };
await api.ask("POST", JOBS, { metadata: { name: "a" }, spec: { template: { spec } } });

/**
 * Returns the errors of a status, with their fields. The expected texts were recorded from kube-apiserver
 * 1.36.3.
 */
const complaints = async (status: object): Promise<string[]> => {
  const { body } = await api.ask("PATCH", `${JOBS}/a/status`, JSON.stringify({ status }), {
    "content-type": "application/merge-patch+json",
  });
  const { causes = [] } = (body.details ?? {}) as { causes?: { field: string; message: string }[] };
  return causes.map(({ field, message }) => `${field}: ${message}`);
};

test("ready pods are compared with active ones only where somebody counts them", async () => {
  const negative = "status.active: Invalid value: -1: must be greater than or equal to 0";
  expect(await complaints({ active: -1 })).toEqual([negative]);
  expect(await complaints({ active: -1, ready: 0 })).toEqual([
    negative,
    "status.ready: Invalid value: 0: cannot set more ready pods than active",
  ]);
});
