import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import type { Endpoints } from "../../../types/tables/core/v1-types.ts";
import type { EndpointSlice } from "../../../types/tables/discovery/v1-types.ts";
import { planMirrors } from "./plan-mirrors.ts";

const endpoints = (subsets: JsonObject[], metadata: object = {}): Endpoints => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: "hook", namespace: "demo", uid: "u", ...metadata },
  subsets,
});
const port = (port: number, name = "") => ({ name, port, protocol: "TCP" });
const shown = ({ addressType, endpoints, ports }: EndpointSlice) => [
  addressType,
  (endpoints ?? []).map(({ addresses, conditions }) => [
    ...(addresses as string[]),
    (conditions as JsonObject).ready,
  ]),
  (ports ?? []).map((one) => one.port),
];

describe("planMirrors", () => {
  test.each<[string, JsonObject[], unknown[]]>([
    [
      "one subset",
      [{ addresses: [{ ip: "10.0.0.1" }], notReadyAddresses: [{ ip: "10.0.0.2" }], ports: [port(80)] }],
      [
        [
          "IPv4",
          [
            ["10.0.0.1", true],
            ["10.0.0.2", false],
          ],
          [80],
        ],
      ],
    ],
    [
      "ports with the same addresses",
      [
        { addresses: [{ ip: "10.0.0.1" }], ports: [port(80, "a")] },
        { addresses: [{ ip: "10.0.0.1" }], ports: [port(81, "b")] },
      ],
      [["IPv4", [["10.0.0.1", true]], [80, 81]]],
    ],
    [
      "an address that is ready and not ready",
      [
        { addresses: [{ ip: "10.0.0.1" }], ports: [port(80)] },
        { notReadyAddresses: [{ ip: "10.0.0.1" }], ports: [port(80)] },
      ],
      [["IPv4", [["10.0.0.1", false]], [80]]],
    ],
    [
      "both families",
      [{ addresses: [{ ip: "10.0.0.1" }, { ip: "fd00::1" }], ports: [port(80)] }],
      [
        ["IPv4", [["10.0.0.1", true]], [80]],
        ["IPv6", [["fd00::1", true]], [80]],
      ],
    ],
    ["no ports", [{ addresses: [{ ip: "10.0.0.1" }] }], [["IPv4", [["10.0.0.1", true]], []]]],
    ["nothing", [], []],
  ])("mirrors %s", (_what, subsets, expected) => {
    expect(planMirrors(endpoints(subsets), []).create.map(shown)).toEqual(expected);
  });

  test("copies labels and annotations but those about Endpoints", () => {
    const annotations = { a: "b", "endpoints.kubernetes.io/last-change-trigger-time": "t" };
    const [slice] = planMirrors(
      endpoints([{ addresses: [{ ip: "10.0.0.1" }] }], { labels: { x: "y" }, annotations }),
      [],
    ).create;
    expect(slice?.metadata).toMatchObject({
      generateName: "hook-",
      labels: {
        x: "y",
        "kubernetes.io/service-name": "hook",
        "endpointslice.kubernetes.io/managed-by": "endpointslicemirroring-controller.k8s.io",
      },
      annotations: { a: "b" },
      ownerReferences: [{ kind: "Endpoints", name: "hook", uid: "u", controller: true }],
    });
  });

  test("changes the slice of the same ports, takes a spare one for other ports, and removes the rest", () => {
    const before = endpoints([
      { addresses: [{ ip: "10.0.0.1" }], ports: [port(80)] },
      { addresses: [{ ip: "10.0.0.2" }], ports: [port(81)] },
    ]);
    const slices = planMirrors(before, []).create.map((slice, i) => ({
      ...slice,
      metadata: { ...slice.metadata, name: `s${i}` },
    }));
    expect(planMirrors(before, slices)).toEqual({ create: [], update: [], remove: [] });
    const changed = endpoints([{ addresses: [{ ip: "10.0.0.3" }], ports: [port(81)] }]);
    const plan = planMirrors(changed, slices);
    expect(plan.update.map(({ metadata }) => metadata.name)).toEqual(["s1"]);
    expect(plan.remove.map(({ metadata }) => metadata.name)).toEqual(["s0"]);
    const moved = planMirrors(endpoints([{ addresses: [{ ip: "10.0.0.1" }], ports: [port(90)] }]), slices);
    expect([moved.create.length, moved.update.length, moved.remove.length]).toEqual([0, 1, 1]);
  });
});
