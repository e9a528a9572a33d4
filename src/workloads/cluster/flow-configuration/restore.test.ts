import { describe, expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { JsonObject } from "../../../json/value.ts";
import { createApiClient } from "../../base/api-client.ts";
import { restoreFlowControl } from "./restore.ts";

const ROOT = "/apis/flowcontrol.apiserver.k8s.io/v1";
const SCHEMAS = `${ROOT}/flowschemas`;
const LEVELS = `${ROOT}/prioritylevelconfigurations`;
const AUTO_UPDATE = "apf.kubernetes.io/autoupdate-spec";

const api = await clusterForTests();

const get = async (path: string): Promise<KubeObject> =>
  (await api.ask("GET", path)).body as unknown as KubeObject;

const patch = async (path: string, body: JsonObject): Promise<void> => {
  const type = { "content-type": "application/merge-patch+json" };
  expect((await api.ask("PATCH", path, body, type)).status).toBe(200);
};

async function restored(path: string): Promise<KubeObject> {
  const client = createApiClient(api.cluster.handle, api.cluster.token, "test");
  // The second call is needed if the level of a schema was created again: that changes the status of the
  // schema, so the first call can meet a conflict.
  const again = () => restoreFlowControl(client, api.cluster.firstFlowObjects());
  expect((await again()) || (await again())).toBe(true);
  return get(path);
}

const precedence = (matchingPrecedence: number) => ({ spec: { matchingPrecedence } });
const annotated = (value: string | null) => ({ metadata: { annotations: { [AUTO_UPDATE]: value } } });

describe("restoreFlowControl()", () => {
  test("changes nothing of what a server begins with", async () => {
    const before = (await api.ask("GET", SCHEMAS)).body.items;
    await restored(SCHEMAS);
    expect((await api.ask("GET", SCHEMAS)).body.items).toEqual(before);
  });

  test("makes what was deleted", async () => {
    for (const path of [`${SCHEMAS}/probes`, `${LEVELS}/workload-low`]) await api.ask("DELETE", path);
    expect(await restored(`${LEVELS}/workload-low`)).toMatchObject({
      ...annotated("true"),
      metadata: { generation: 1 },
    });
    const { metadata } = await get(`${SCHEMAS}/probes`);
    const managers = metadata.managedFields?.map(({ manager }) => manager);
    expect(managers).toContain("api-priority-and-fairness-config-producer-v1");
  });

  test("puts a suggested one right when its annotation says so", async () => {
    await api.ask("DELETE", `${LEVELS}/workload-low`);
    await patch(`${SCHEMAS}/service-accounts`, precedence(1234));
    expect(await restored(`${SCHEMAS}/service-accounts`)).toMatchObject(precedence(9000));
    await patch(`${SCHEMAS}/service-accounts`, { ...precedence(1234), ...annotated("false") });
    expect(await restored(`${SCHEMAS}/service-accounts`)).toMatchObject(precedence(1234));
  });

  test("without an annotation leaves what was changed, and says so", async () => {
    await patch(`${SCHEMAS}/system-nodes`, { ...precedence(1234), ...annotated(null) });
    expect(await restored(`${SCHEMAS}/system-nodes`)).toMatchObject({
      ...precedence(1234),
      ...annotated("false"),
    });
  });

  test("says of mandatory ones that they are kept right, and leaves the shares of exempt", async () => {
    await patch(`${LEVELS}/exempt`, { ...annotated("false"), spec: { exempt: { lendablePercent: 50 } } });
    expect(await restored(`${LEVELS}/exempt`)).toMatchObject({
      ...annotated("true"),
      spec: { type: "Exempt", exempt: { lendablePercent: 50 } },
    });
  });

  test("deletes what came with another server, and nothing of users", async () => {
    const spec = { priorityLevelConfiguration: { name: "global-default" } };
    const make = (name: string, annotations: { [name: string]: string }) =>
      api.ask("POST", SCHEMAS, { metadata: { name, annotations }, spec });
    await make("former", { [AUTO_UPDATE]: "true" });
    await make("own", {});
    expect((await restored(`${SCHEMAS}/own`)).metadata.name).toBe("own");
    expect((await api.ask("GET", `${SCHEMAS}/former`)).status).toBe(404);
  });
});
