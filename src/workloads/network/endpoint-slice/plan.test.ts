import { describe, expect, test } from "vitest";
import type { Pod, Service } from "../../../types/tables/core/v1-types.ts";
import type { EndpointSlice } from "../../../types/tables/discovery/v1-types.ts";
import { planSlices } from "./plan.ts";

const service: Service = {
  metadata: { name: "web", namespace: "default", uid: "s", labels: { team: "x" } },
  spec: {
    selector: { app: "web" },
    ports: [{ name: "http", port: 80, targetPort: "http" }],
    ipFamilies: ["IPv4"],
  },
};

const pod = (n: number, { ready = true, port = 8080, dying = false } = {}): Pod => ({
  metadata: {
    name: `web-${n}`,
    namespace: "default",
    uid: `p${n}`,
    ...(dying ? { deletionTimestamp: "2026-07-01T12:00:00Z" } : {}),
  },
  spec: { nodeName: "a", containers: [{ name: "a", ports: [{ name: "http", containerPort: port }] }] },
  status: {
    podIP: `10.0.${n >> 8}.${n & 255}`,
    phase: "Running",
    conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
  },
});

const pods = (count: number): Pod[] => Array.from({ length: count }, (_, n) => pod(n));

const stored = (slices: readonly EndpointSlice[]): EndpointSlice[] =>
  slices.map((slice, i) => ({ ...slice, metadata: { ...slice.metadata, name: `web-${i}` } }));

const sizes = (slices: readonly EndpointSlice[]): (number | undefined)[] =>
  slices.map(({ endpoints }) => endpoints?.length ?? 0);

describe("planSlices", () => {
  test("makes slices of 100 endpoints, owned by the Service", () => {
    const { create, update, remove } = planSlices(service, pods(250), []);
    expect([sizes(create), update, remove]).toEqual([[100, 100, 50], [], []]);
    expect(create[0]).toMatchObject({
      metadata: {
        generateName: "web-",
        labels: {
          team: "x",
          "kubernetes.io/service-name": "web",
          "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
        },
        ownerReferences: [{ kind: "Service", name: "web", controller: true }],
      },
      addressType: "IPv4",
      ports: [{ name: "http", port: 8080, protocol: "TCP" }],
    });
  });

  test("a Service without pods has one slice without endpoints", () => {
    const { create } = planSlices(service, [], []);
    expect(create).toMatchObject([{ endpoints: null, ports: null }]);
    expect(planSlices(service, [], stored(create))).toEqual({ create: [], update: [], remove: [] });
  });

  test("writes only the slices that change, and keeps endpoints where they are", () => {
    const slices = stored(planSlices(service, pods(150), []).create);
    expect(planSlices(service, pods(150), slices)).toEqual({ create: [], update: [], remove: [] });
    const fewer = planSlices(service, pods(150).slice(1), slices);
    expect(fewer.update.map(({ metadata }) => metadata.name)).toEqual(["web-0"]);
    const changed = planSlices(service, [...pods(149), pod(149, { ready: false })], slices);
    expect(changed.update.map(({ metadata }) => metadata.name)).toEqual(["web-1"]);
    expect(planSlices(service, pods(0), slices).remove).toHaveLength(1);
  });

  test("pods that name a port differently lie in slices of their own", () => {
    const { create } = planSlices(service, [pod(1), pod(2, { port: 9090 })], []);
    expect(create.map(({ ports }) => ports?.[0]?.port)).toEqual([8080, 9090]);
  });

  test("a pod that goes serves and is not ready", () => {
    const { create } = planSlices(service, [pod(1, { dying: true })], []);
    expect(create[0]?.endpoints?.[0]?.conditions).toEqual({ ready: false, serving: true, terminating: true });
  });
});
