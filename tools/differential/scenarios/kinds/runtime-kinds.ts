import type { JsonObject } from "../../../../src/json/value.ts";

/** A collection without its version, an object, a change of it, and invalid objects. */
export interface TriedVersions {
  readonly group: string;
  readonly path: string;
  readonly kind: string;
  readonly name: string;
  readonly versions: readonly string[];
  readonly body: (version: string) => JsonObject;
  readonly change: JsonObject;
  readonly wrong: readonly JsonObject[];
}

const exact = (version: string, request: JsonObject, more: JsonObject = {}): JsonObject =>
  version === "v1beta1" ? { name: "r", ...more, ...request } : { name: "r", exactly: request, ...more };

const device = (version: string, name: string, device: JsonObject): JsonObject =>
  version === "v1beta1" ? { name, basic: device } : { name, ...device };

const MATCH = {
  resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["nothings"] }],
};

/** Kinds that are there in several versions, with the same fields or others. */
export const VERSIONED: readonly TriedVersions[] = [
  {
    group: "admissionregistration.k8s.io",
    path: "mutatingadmissionpolicies",
    kind: "MutatingAdmissionPolicy",
    name: "{{id}}",
    versions: ["v1", "v1beta1", "v1alpha1"],
    body: () => ({
      spec: {
        matchConstraints: MATCH,
        variables: [{ name: "a", expression: "1" }],
        mutations: [
          {
            patchType: "JSONPatch",
            jsonPatch: { expression: '[JSONPatch{op: "add", path: "/a", value: "b"}]' },
          },
        ],
        reinvocationPolicy: "Never",
      },
    }),
    change: { spec: { failurePolicy: "Ignore" } },
    wrong: [
      {},
      { spec: { matchConstraints: MATCH, mutations: [{ patchType: "Other" }] } },
      { spec: { reinvocationPolicy: 5 } },
      { spec: { matchConstraints: { resourceRules: [{ operations: [5] }] } } },
      { spec: { failurePolicy: 5, unknown: 1 } },
      { spec: { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, mutations: [], unknown: 1 } },
    ],
  },
  {
    group: "admissionregistration.k8s.io",
    path: "mutatingadmissionpolicybindings",
    kind: "MutatingAdmissionPolicyBinding",
    name: "{{id}}",
    versions: ["v1", "v1beta1", "v1alpha1"],
    body: () => ({ spec: { policyName: "none-{{id}}", matchResources: MATCH } }),
    change: { spec: { policyName: "other-{{id}}" } },
    wrong: [
      {},
      { spec: { policyName: "a", paramRef: { name: "p" } } },
      { spec: { policyName: "a", paramRef: { name: "p", parameterNotFoundAction: "Other" } } },
      { spec: { policyName: 5 } },
    ],
  },
  {
    group: "networking.k8s.io",
    path: "ipaddresses",
    kind: "IPAddress",
    name: "192.168.3.4",
    versions: ["v1", "v1beta1"],
    body: () => ({ spec: { parentRef: { resource: "services", name: "a", namespace: "b" } } }),
    change: { metadata: { labels: { a: "b" } } },
    wrong: [{}, { spec: {} }, { spec: { parentRef: 5 } }, { spec: { parentRef: { name: "a" }, other: 1 } }],
  },
  {
    group: "networking.k8s.io",
    path: "servicecidrs",
    kind: "ServiceCIDR",
    name: "{{id}}",
    versions: ["v1", "v1beta1"],
    body: () => ({ spec: { cidrs: ["192.168.77.0/24"] } }),
    change: { metadata: { labels: { a: "b" } } },
    wrong: [{}, { spec: { cidrs: "a" } }, { spec: { cidrs: ["a"] } }, { spec: { cidrs: [] }, status: 5 }],
  },
  {
    group: "storage.k8s.io",
    path: "volumeattributesclasses",
    kind: "VolumeAttributesClass",
    name: "{{id}}",
    versions: ["v1", "v1beta1"],
    body: () => ({ driverName: "example.com", parameters: { a: "b" } }),
    change: { metadata: { labels: { a: "b" } } },
    wrong: [
      {},
      { driverName: 5 },
      { driverName: "a_b", other: 1 },
      { driverName: "x", parameters: { a: 5 } },
    ],
  },
  {
    group: "resource.k8s.io",
    path: "deviceclasses",
    kind: "DeviceClass",
    name: "{{id}}",
    versions: ["v1", "v1beta2", "v1beta1"],
    body: () => ({
      spec: {
        selectors: [{ cel: { expression: 'device.driver == "a"' } }],
        config: [{ opaque: { driver: "a.example.com", parameters: { a: 1 } } }],
      },
    }),
    change: { spec: { extendedResourceName: "example.com/gpu" } },
    wrong: [
      { spec: 5 },
      { spec: { selectors: [{}] } },
      { spec: { selectors: [{ cel: { expression: "x(" } }] } },
    ],
  },
  {
    group: "resource.k8s.io",
    path: "namespaces/{{ns}}/resourceclaims",
    kind: "ResourceClaim",
    name: "claim",
    versions: ["v1", "v1beta2", "v1beta1"],
    body: (version) => ({
      spec: {
        devices: {
          requests: [
            exact(version, { deviceClassName: "class", tolerations: [{ key: "a", effect: "NoSchedule" }] }),
            {
              name: "other",
              firstAvailable: [
                { name: "a", deviceClassName: "class", count: 2 },
                { name: "b", deviceClassName: "class", allocationMode: "All" },
              ],
            },
          ],
          constraints: [{ requests: ["r"], matchAttribute: "example.com/a" }],
        },
      },
    }),
    change: { metadata: { labels: { a: "b" } } },
    wrong: [
      {},
      { spec: { devices: { requests: [{ name: "a" }] } } },
      { spec: { devices: { requests: [{ name: "a", deviceClassName: "c", exactly: {} }] } } },
      { spec: { devices: { requests: [{ name: "a", deviceClassName: 5 }] } } },
      { spec: { devices: { requests: [{ name: "a", count: 3 }] } } },
      {
        spec: {
          devices: { requests: [{ name: "a", deviceClassName: "c", allocationMode: "Some", count: -1 }] },
        },
      },
      {
        spec: {
          devices: { requests: [{ name: "a", deviceClassName: "c", firstAvailable: [{ name: "b" }] }] },
        },
      },
      {
        spec: {
          devices: {
            requests: [{ name: "a", exactly: { deviceClassName: "c" }, firstAvailable: [{ name: "b" }] }],
          },
        },
      },
    ],
  },
  {
    group: "resource.k8s.io",
    path: "namespaces/{{ns}}/resourceclaimtemplates",
    kind: "ResourceClaimTemplate",
    name: "template",
    versions: ["v1", "v1beta2", "v1beta1"],
    body: (version) => ({
      spec: {
        metadata: { labels: { a: "b" } },
        spec: { devices: { requests: [exact(version, { deviceClassName: "class", adminAccess: false })] } },
      },
    }),
    change: { metadata: { labels: { a: "b" } } },
    wrong: [{}, { spec: { spec: { devices: { requests: [{ name: "a" }, {}, null] } } } }],
  },
  {
    group: "resource.k8s.io",
    path: "resourceslices",
    kind: "ResourceSlice",
    name: "{{id}}",
    versions: ["v1", "v1beta2", "v1beta1"],
    body: (version) => ({
      spec: {
        driver: "{{id}}.example.com",
        nodeName: "n",
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
        devices: [
          device(version, "a", {
            attributes: { model: { string: "x" }, n: { int: 5 } },
            capacity: { memory: { value: "1Gi" } },
          }),
          device(version, "b", {
            taints: [{ key: "k", effect: "NoSchedule", timeAdded: "2024-01-01T00:00:00Z" }],
          }),
          { name: "c" },
        ],
      },
    }),
    change: { spec: { pool: { generation: 2 } } },
    wrong: [
      {},
      { spec: { driver: "d", nodeName: "", allNodes: false } },
      { spec: { driver: "d", allNodes: true, nodeName: "n", pool: {} } },
      { spec: { driver: "d", allNodes: "x" } },
      { spec: { driver: "d", allNodes: true, pool: { name: "p" }, devices: [{ name: "a", basic: 5 }] } },
      {
        spec: { driver: "d", allNodes: true, pool: { name: "p" }, devices: [{ basic: { x: 1 }, x: 1 }, {}] },
      },
    ],
  },
];
