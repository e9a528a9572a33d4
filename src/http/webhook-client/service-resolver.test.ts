import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../json/value.ts";
import { resolveService, type ServiceLookups } from "./service-resolver.ts";

const service = (spec: JsonObject): JsonObject => ({
  spec: { type: "ClusterIP", ports: [{ name: "https", port: 443 }], ...spec },
});
const slice = (addresses: readonly [string, boolean?][], port = 9443, name = "https"): JsonObject => ({
  ports: [{ name, port }],
  endpoints: addresses.map(([address, ready]) => ({
    addresses: [address],
    conditions: ready === undefined ? {} : { ready },
  })),
});

function resolve(found: JsonObject | undefined, more: Partial<ServiceLookups> = {}, port = 443): string {
  const lookups = {
    serviceOf: () => found,
    endpointSlicesOf: () => [],
    overrides: new Map(),
    random: () => 0,
    ...more,
  };
  return resolveService({ namespace: "ns", name: "hook", port }, lookups);
}

describe("resolveService", () => {
  it("resolveService goes to an override, an endpoint or the cluster address, in this order", () => {
    const found = service({ clusterIP: "10.0.0.7" });
    const endpointSlicesOf = () => [
      slice([
        ["10.1.0.1", false],
        ["10.1.0.2", true],
      ]),
    ];
    expect(resolve(found, { endpointSlicesOf, overrides: new Map([["ns/hook", "127.0.0.1:1"]]) })).toBe(
      "127.0.0.1:1",
    );
    expect(resolve(undefined, { overrides: new Map([["ns/hook", "127.0.0.1:1"]]) })).toBe("127.0.0.1:1");
    expect(resolve(found, { endpointSlicesOf })).toBe("10.1.0.2:9443");
    expect(resolve(found)).toBe("10.0.0.7:443");
    expect(resolve(service({ clusterIP: "fd00::1" }))).toBe("[fd00::1]:443");
  });

  it("resolveService passes over endpoints that are not ready or are behind another port", () => {
    const found = service({ clusterIP: "10.0.0.7" });
    expect(resolve(found, { endpointSlicesOf: () => [slice([["10.1.0.1", false]])] })).toBe("10.0.0.7:443");
    expect(resolve(found, { endpointSlicesOf: () => [slice([["10.1.0.1"]], 1, "metrics")] })).toBe(
      "10.0.0.7:443",
    );
    expect(resolve(found, { endpointSlicesOf: () => [slice([["10.1.0.1"]])] })).toBe("10.1.0.1:9443");
  });

  it("resolveService prefers the first address family", () => {
    const found = service({ clusterIP: "10.0.0.7", ipFamilies: ["IPv6", "IPv4"] });
    expect(resolve(found, { endpointSlicesOf: () => [slice([["10.1.0.1"]]), slice([["fd00::2"]])] })).toBe(
      "[fd00::2]:9443",
    );
  });

  it("resolveService hands out external names whatever the port", () => {
    expect(resolve({ spec: { type: "ExternalName", externalName: "example.com" } }, {}, 8443)).toBe(
      "example.com:8443",
    );
  });

  it("resolveService refuses in the reference's words", () => {
    expect(() => resolve(undefined)).toThrow('service "hook" not found');
    expect(() => resolve(service({ clusterIP: "10.0.0.7" }), {}, 8443)).toThrow(
      'no service port 8443 found for service "hook"',
    );
    expect(() => resolve(service({ clusterIP: "None" }))).toThrow(
      'cannot route to service with ClusterIP "None"',
    );
    expect(() => resolve(service({ type: "Other" }))).toThrow('unsupported service type "Other"');
  });
});
