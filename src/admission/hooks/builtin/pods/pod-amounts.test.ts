import { describe, expect, test } from "vitest";
import { formatQuantity } from "../../../../api/quantity/quantity.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { ResourceList } from "../resource-list.ts";
import { boundedAmounts, limitsWithStatus, podRequests, requestsWithStatus } from "./pod-amounts.ts";

const texts = (list: ResourceList): Record<string, string> =>
  Object.fromEntries([...list].map(([name, amount]) => [name, formatQuantity(amount)]));
const container = (requests: JsonObject, limits: JsonObject = {}): JsonObject => ({
  name: "c",
  resources: { requests, limits },
});
const status = (
  requests: JsonObject,
  allocatedResources: JsonObject,
  limits: JsonObject = {},
): JsonObject => ({
  containerStatuses: [{ name: "c", resources: { requests, limits }, allocatedResources }],
});
const infeasible = { conditions: [{ type: "PodResizePending", reason: "Infeasible" }] };

describe("overhead", () => {
  const spec = {
    containers: [container({ cpu: "1" }, { cpu: "2", memory: "0" })],
    overhead: { cpu: "250m", memory: "1Mi" },
  };

  test("counts for requests, and where there is a limit for limits", () => {
    expect(texts(podRequests(spec))).toEqual({ cpu: "1250m", memory: "1Mi" });
    expect(texts(limitsWithStatus(spec, {}))).toEqual({ cpu: "2250m", memory: "0" });
  });

  test("does not count for ranges", () => {
    expect(texts(boundedAmounts(spec, "requests"))).toEqual({ cpu: "1" });
  });
});

test("amounts of the whole pod count before those of containers; ranges know huge pages of containers only", () => {
  const requests = { cpu: "2", "hugepages-2Mi": "8Mi", "example.com/a": "3" };
  const spec = { containers: [container({ cpu: "1", "hugepages-2Mi": "4Mi" })], resources: { requests } };
  expect(texts(podRequests(spec))).toEqual({ cpu: "2", "hugepages-2Mi": "8Mi" });
  expect(texts(boundedAmounts(spec, "requests"))).toEqual({ cpu: "2", "hugepages-2Mi": "4Mi" });
});

describe("containers that are resized", () => {
  const spec = { containers: [container({ cpu: "2" }, { cpu: "3" })] };

  test("count for the most of what they ask for, have and are allocated", () => {
    expect(texts(requestsWithStatus(spec, {}))).toEqual({ cpu: "2" });
    expect(texts(requestsWithStatus(spec, status({ cpu: "1" }, { cpu: "1" })))).toEqual({ cpu: "2" });
    expect(texts(requestsWithStatus(spec, status({ cpu: "5" }, { cpu: "1" })))).toEqual({ cpu: "5" });
    expect(texts(requestsWithStatus(spec, status({ cpu: "1" }, { cpu: "7" })))).toEqual({ cpu: "7" });
    expect(texts(limitsWithStatus(spec, status({}, { cpu: "7" }, { cpu: "4" })))).toEqual({ cpu: "4" });
  });

  test("do not count for what they cannot have", () => {
    const now = { ...status({ cpu: "1" }, { cpu: "1" }, { cpu: "1" }), ...infeasible };
    expect(texts(requestsWithStatus(spec, now))).toEqual({ cpu: "1" });
    expect(texts(limitsWithStatus(spec, now))).toEqual({ cpu: "1" });
  });

  test("count for what they ask for where their status says nothing, and before the pod runs", () => {
    const silent = { containerStatuses: [{ name: "c", allocatedResources: { cpu: "9" } }] };
    expect(texts(requestsWithStatus(spec, silent))).toEqual({ cpu: "2" });
    const starting = { initContainers: spec.containers, containers: [] };
    expect(texts(requestsWithStatus(starting, status({ cpu: "5" }, {})))).toEqual({ cpu: "2" });
  });
});
