import { describe, expect, test } from "vitest";
import {
  type InMemoryCluster,
  startInMemoryCluster,
} from "../../../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { readLimited } from "./quota-limited.ts";
import { resourceQuota } from "./resource-quota.ts";

const settings = (limitedResources: JsonObject[]): string =>
  JSON.stringify({
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "ResourceQuotaConfiguration",
    limitedResources,
  });

describe("readLimited", () => {
  test("reads what is limited, in old groups too", () => {
    expect(readLimited(settings([{ resource: "pods", matchContains: ["cpu"] }]))).toEqual([
      { apiGroup: "", resource: "pods", matchContains: ["cpu"], matchScopes: [] },
    ]);
    const old = { apiVersion: "resourcequota.admission.k8s.io/v1beta1", kind: "Configuration" };
    expect(readLimited(JSON.stringify(old))).toEqual([]);
  });

  test("refuses settings without a resource, and unknown fields", () => {
    expect(() => readLimited(settings([{}]))).toThrow("limitedResources[0].resource: Required value");
    expect(() => readLimited(settings([{ resource: "x", y: 1 }]))).toThrow(
      'strict decoding error: unknown field "limitedResources[0].y"',
    );
    expect(() => readLimited(settings([{ resource: "x", matchScopes: [{ scopeName: 5 }] }]))).toThrow(
      "of type v1.ResourceQuotaScope",
    );
  });
});

describe("limited resources", () => {
  const claim = async (api: InMemoryCluster, storageClassName: string) =>
    api.ask("POST", "/api/v1/namespaces/default/persistentvolumeclaims", {
      metadata: { name: storageClassName },
      spec: { storageClassName, accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1" } } },
    });

  test("are not to be had without a quota that covers them", async () => {
    const limited = {
      resource: "persistentvolumeclaims",
      matchContains: ["gold.storageclass.storage.k8s.io/r"],
    };
    const api = await startInMemoryCluster({ plugins: [resourceQuota(settings([limited]))] });
    expect((await claim(api, "silver")).status).toBe(201);
    expect((await claim(api, "gold")).body.message).toBe(
      'persistentvolumeclaims "gold" is forbidden: insufficient quota to consume: gold.storageclass.storage.k8s.io/requests.storage',
    );
    await api.stop();
  });
});
