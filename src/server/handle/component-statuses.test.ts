import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const STATUSES = "/api/v1/componentstatuses";

const api = await clusterForTests();

const names = async (query = ""): Promise<string[]> =>
  ((await api.ask("GET", `${STATUSES}${query}`)).body.items as { metadata: { name: string } }[]).map(
    ({ metadata }) => metadata.name,
  );

test("component statuses are listed, selected and read", async () => {
  expect(await names()).toEqual(["scheduler", "controller-manager", "etcd-0"]);
  expect(await names("?fieldSelector=metadata.name=etcd-0")).toEqual(["etcd-0"]);
  expect(await names("?labelSelector=a=b")).toEqual([]);
  expect((await api.ask("GET", `${STATUSES}/etcd-0`)).body).toEqual({
    kind: "ComponentStatus",
    apiVersion: "v1",
    metadata: { name: "etcd-0" },
    conditions: [{ type: "Healthy", status: "True", message: "ok" }],
  });
});

test("a component that there is not is not found, and none can be watched", async () => {
  expect((await api.ask("GET", `${STATUSES}/nope`)).body.message).toBe('componentstatus "nope" not found');
  expect((await api.ask("GET", `${STATUSES}?watch=1`)).body.message).toBe(
    'watch is not supported on resources of kind "componentstatuses"',
  );
});
