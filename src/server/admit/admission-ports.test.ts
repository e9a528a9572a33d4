import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";
import { resourceQuota } from "../../admission/hooks/builtin/quota/resource-quota.ts";

const api = await clusterForTests({ plugins: [resourceQuota()] });

test("what a quota counts is written by the server as a PUT of its status, with a manager", async () => {
  const quotas = "/api/v1/namespaces/default/resourcequotas";
  const hard = { "count/configmaps": "2" };
  await api.ask("POST", quotas, { metadata: { name: "q" }, spec: { hard } });
  const status = { hard, used: { "count/configmaps": "0" } };
  await api.ask("PUT", `${quotas}/q/status?fieldManager=m`, { metadata: { name: "q" }, status });
  const made = await api.ask("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "a" } });
  const { body } = await api.ask("GET", `${quotas}/q`);
  const used = { "f:status": { "f:used": { "f:count/configmaps": {} } } };
  expect([made.status, body]).toMatchObject([
    201,
    {
      metadata: {
        managedFields: expect.arrayContaining([
          expect.objectContaining({ manager: "kube-apiserver", subresource: "status", fieldsV1: used }),
        ]),
      },
      status: { used: { "count/configmaps": "1" } },
    },
  ]);
});
