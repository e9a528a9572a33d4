import type { Json } from "../../../../src/json/value.ts";
import type { Scenario } from "../scenario.ts";
import { tries } from "./tries.ts";

interface Members {
  readonly [key: string]: Json;
}
const NETWORKING = "/apis/networking.k8s.io/v1";
const spec = (more: Members): Json => ({ spec: more });

const service = { service: { name: "s", port: { number: 80 } } };
const http = (...paths: Json[]): Json => spec({ rules: [{ host: "a.example.com", http: { paths } }] });
const at = (path: string | null, pathType: string | null, backend: Json = service): Json => ({
  path,
  pathType,
  backend,
});
const backend = (more: Json): Json => spec({ defaultBackend: more });
const ingress = (more: Members): Json => ({ loadBalancer: { ingress: [more] } });

/** Ingresses: hosts, paths, backends, TLS, and their status. */
export const ingressTries = (): Scenario =>
  tries("tries-ingresses", [
    {
      path: `${NETWORKING}/namespaces/{{ns}}/ingresses`,
      base: spec({ defaultBackend: service }),
      creates: [
        spec({ defaultBackend: null }),
        spec({ defaultBackend: null, rules: [{ host: "x" }] }),
        backend({}),
        backend({ service: { name: "", port: null } }),
        backend({ service: { name: "9a", port: { number: 80 } } }),
        backend({ service: { name: "A_b", port: { number: 0 } } }),
        backend({ service: { name: "s", port: { number: 70_000 } } }),
        backend({ service: { name: "s", port: { number: -1 } } }),
        backend({ service: { name: "s", port: { name: "http", number: 80 } } }),
        ...["http", "", "A", "1", "12-34", "a--b", "-a", "more-than-fifteen-letters"].map((name) =>
          backend({ service: { name: "s", port: { number: null, name } } }),
        ),
        backend({ resource: { kind: "K", name: "n" } }),
        backend({ service: null, resource: { kind: "K", name: "n", apiGroup: "example.com" } }),
        backend({ service: null, resource: { kind: "", name: "", apiGroup: "A b" } }),
        backend({ service: null, resource: { kind: "a/b", name: "..", apiGroup: "" } }),
        backend({ service: null, resource: { kind: "a%b", name: "." } }),
        http(),
        http(
          at("/", "Prefix"),
          at("/x", "Exact"),
          at("", "ImplementationSpecific"),
          at("x", "ImplementationSpecific"),
        ),
        http(
          at(null, "ImplementationSpecific"),
          at("/%2f", "ImplementationSpecific"),
          at("/a//b", "ImplementationSpecific"),
        ),
        http(
          at("/", ""),
          at("/", null),
          at("/", "Other"),
          at("", "Exact"),
          at("x", "Prefix"),
          at(null, "Prefix"),
        ),
        ...["//", "/./", "/../", "/a/..", "/a/.", "/%2f", "/a%2Fb", "/..a", "/.", "/a/../b"].map((path) =>
          http(at(path, "Exact")),
        ),
        http(at("/", "Prefix", {}), at("/", "Prefix", { service: { name: "" } })),
        ...[
          "*.example.com",
          "*",
          "*.",
          "a.*.com",
          "1.2.3.4",
          "::1",
          "A.com",
          "a b",
          "*example.com",
          "*.*.com",
          "",
        ].map((host) => spec({ rules: [{ host, http: { paths: [at("/", "Prefix")] } }] })),
        spec({ rules: [{ host: "*.example.com" }, { http: null }, {}] }),
        spec({
          tls: [
            { hosts: ["*.example.com", "*", "a b", "1.2.3.4", ""], secretName: "A b" },
            {},
            { secretName: "s" },
          ],
        }),
        spec({ ingressClassName: "" }),
        spec({ ingressClassName: "A b" }),
        spec({ ingressClassName: "none-{{id}}" }),
        {
          metadata: { annotations: { "kubernetes.io/ingress.class": "a" } },
          spec: { ingressClassName: "b" },
        },
        {
          metadata: { annotations: { "kubernetes.io/ingress.class": "a" } },
          spec: { ingressClassName: "a" },
        },
        { metadata: { annotations: { "kubernetes.io/ingress.class": "A b" } } },
      ],
      updates: [
        backend({ service: { name: "9a" } }),
        backend(null),
        http(),
        spec({ rules: [{ host: "*.example.com" }] }),
        spec({ tls: [{ secretName: "A b" }] }),
        {
          metadata: { annotations: { "kubernetes.io/ingress.class": "a" } },
          spec: { ingressClassName: "b" },
        },
      ],
      status: ingress({ ip: "1.2.3.4" }),
      statuses: [
        ...["01.2.3.4", "::ffff:1.2.3.4", "1.2.3", "FE80::1", "fe80::1%eth0", ""].map((ip) =>
          ingress({ ip }),
        ),
        ...["1.2.3.4", "a b", "A.com", "a.com", "::1", "*.a.com"].map((hostname) => ingress({ hostname })),
        ingress({ ip: "1.2.3.4", hostname: "x", ports: [{ port: 80, protocol: "TCP" }] }),
        ingress({ ports: [{ port: 0, protocol: "Other", error: "a b" }, { port: 1 }] }),
        ingress({}),
        { loadBalancer: null },
      ],
    },
    {
      path: `${NETWORKING}/ingressclasses`,
      base: spec({ controller: "example.com/x" }),
      creates: [
        spec({ controller: "example.com/a/b" }),
        spec({ parameters: { kind: "K", name: "n", apiGroup: "", scope: "Cluster", namespace: "" } }),
        { metadata: { annotations: { "ingressclass.kubernetes.io/is-default-class": "yes" } } },
      ],
      updates: [
        spec({ parameters: { kind: "K", name: "n", scope: "Cluster" } }),
        spec({ parameters: { kind: "K", name: "n", scope: "Namespace", namespace: null } }),
      ],
    },
  ]);

const block = (cidr: string, ...except: string[]): Json =>
  spec({ ingress: [{ from: [{ ipBlock: { cidr, except } }] }] });
const egress = (...to: Json[]): Json => spec({ egress: [{ to }] });
const port = (more: Members): Json => spec({ ingress: [{ ports: [more] }] });

/** NetworkPolicies, addresses and ranges. */
export const networkTries = (): Scenario =>
  tries("tries-networks", [
    {
      path: `${NETWORKING}/namespaces/{{ns}}/networkpolicies`,
      base: spec({ podSelector: {}, egress: [{ to: [{ ipBlock: { cidr: "10.0.0.0/8" } }] }] }),
      creates: [
        ...[
          "",
          "x",
          "10.0.0.0",
          "10.0.0.1/8",
          "010.0.0.0/8",
          "10.0.0.0/33",
          "::/0",
          "::1/64",
          "::ffff:1.2.3.4/120",
          "1.2.3.4/08",
        ].map((cidr) => block(cidr)),
        ...[
          "10.0.0.0/8",
          "10.1.0.0/7",
          "11.0.0.0/8",
          "x",
          "10.1.0.0",
          "10.1.2.3/16",
          "010.1.0.0/16",
          "::/0",
          "10.1.0.0/16",
        ].map((except) => block("10.0.0.0/8", except)),
        block("x", "10.0.0.0/8"),
        egress({}),
        egress({ podSelector: {}, namespaceSelector: {} }),
        egress({ podSelector: {}, ipBlock: { cidr: "10.0.0.0/8" } }),
        egress({ namespaceSelector: { matchLabels: { "a b": "c d" } } }),
        egress({ podSelector: { matchExpressions: [{ key: "a", operator: "Other" }] } }),
        port({ port: 0 }),
        port({ port: 80, endPort: 90 }),
        port({ port: 80, endPort: 70 }),
        port({ port: 80, endPort: 70_000 }),
        port({ endPort: 90 }),
        port({ port: "http", endPort: 90 }),
        port({ port: "A b" }),
        port({ port: "" }),
        port({ port: "80" }),
        port({ port: -1 }),
        port({ protocol: "ICMP" }),
        port({ protocol: "" }),
        port({ protocol: "SCTP", port: 1 }),
        port({}),
        spec({ policyTypes: ["Ingress", "Other"] }),
        spec({ policyTypes: ["Ingress", "Ingress"] }),
        spec({ policyTypes: ["Ingress", "Egress", "Egress"] }),
        spec({ policyTypes: [] }),
        spec({ podSelector: { matchLabels: { a: "b c" } } }),
        spec({ podSelector: null }),
      ],
      updates: [
        block("010.0.0.0/8"),
        egress({ ipBlock: { cidr: "10.0.0.1/8" } }),
        egress({ ipBlock: { cidr: "10.0.0.0/8", except: ["010.1.0.0/16"] } }),
        spec({ podSelector: { matchLabels: { "?": "" } } }),
      ],
    },
    ...[
      ["203.0.113.1", { group: "", resource: "services", namespace: "default", name: "x" }] as const,
      ["2001:db8::5", { group: "example.com", resource: "nodes", name: "x" }] as const,
    ].map(([name, parentRef]) => ({
      path: `${NETWORKING}/ipaddresses`,
      base: { metadata: { name }, spec: { parentRef } },
      onlyCreates: true,
      creates: [
        {},
        ...["203.0.113.01", "::FFFF:1.2.3.4", "2001:DB8::1", "x", "1.2.3", "2001:db8:0::1", "::1"].map(
          (other) => ({ metadata: { name: other } }),
        ),
        spec({ parentRef: null }),
        spec({ parentRef: { group: "A b", resource: "", name: "", namespace: ".." } }),
        spec({ parentRef: { group: "x", resource: "a/b", name: "a/b", namespace: "a%b" } }),
        spec({ parentRef: { resource: "x", name: "..", namespace: "A" } }),
      ],
    })),
    {
      path: `${NETWORKING}/servicecidrs`,
      base: spec({ cidrs: ["203.0.113.0/24"] }),
      creates: [
        [],
        ["x"],
        ["203.0.113.1/24"],
        ["0203.0.113.0/24"],
        ["203.0.113.0/24", "203.0.114.0/24"],
        ["203.0.113.0/24", "2001:db8::/64"],
        ["2001:db8::/64", "203.0.113.0/24"],
        ["2001:DB8::/64"],
        ["203.0.113.0/24", "2001:db8::/64", "203.0.114.0/24"],
        ["203.0.113.0/31"],
        ["203.0.113.0/32"],
        ["x", "y"],
        ["0.0.0.0/0"],
        ["2001:db8::/12"],
        ["2001:db8::1/64", "203.0.113.0/24"],
      ].map((cidrs) => spec({ cidrs })),
      updates: [
        spec({ cidrs: [] }),
        spec({ cidrs: null }),
        spec({ cidrs: ["203.0.114.0/24"] }),
        spec({ cidrs: ["203.0.113.0/24", "2001:db8::/64"] }),
        spec({ cidrs: ["203.0.113.0/24", "203.0.114.0/24"] }),
        spec({ cidrs: ["2001:db8::/64", "203.0.113.0/24"] }),
        spec({ cidrs: ["203.0.113.0/24", "x"] }),
        { metadata: { labels: { a: "b" } } },
      ],
      statuses: [
        { conditions: [{ type: "Ready", status: "True" }] },
        {
          conditions: [
            {
              type: "Ready",
              status: "True",
              reason: "R",
              message: "m",
              lastTransitionTime: "2001-02-03T04:05:06Z",
            },
          ],
        },
      ],
    },
    {
      path: "/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices",
      base: {
        addressType: "IPv4",
        endpoints: [{ addresses: ["1.2.3.4"] }],
        ports: [{ name: "a", port: 80 }],
      },
      creates: [
        ...["IPv6", "FQDN", "", "Other", null].map((addressType) => ({ addressType })),
        ...["01.2.3.4", "::1", "127.0.0.1", "0.0.0.0", "224.0.0.1", "169.254.1.1", "x", "::ffff:1.2.3.4"].map(
          (address) => ({ endpoints: [{ addresses: [address] }] }),
        ),
        ...["1.2.3.4", "::1", "fe80::1", "ff02::1", "2001:DB8::1", "::", "2001:db8::1"].map((address) => ({
          addressType: "IPv6",
          endpoints: [{ addresses: [address] }],
        })),
        ...["a.example.com", "A.com", "1.2.3.4", "a", "a b", "*.a.com", "a.com."].map((address) => ({
          addressType: "FQDN",
          endpoints: [{ addresses: [address] }],
        })),
        { endpoints: [{ addresses: [] }, { addresses: null }, {}] },
        { endpoints: [{ addresses: Array.from({ length: 101 }, (_, n) => `1.2.3.${n}`) }] },
        { endpoints: Array.from({ length: 1001 }, () => ({ addresses: ["1.2.3.4"] })) },
        {
          endpoints: [
            {
              addresses: ["1.2.3.4"],
              hostname: "A b",
              nodeName: "A b",
              zone: "",
              deprecatedTopology: { "a b": "c d" },
            },
          ],
        },
        {
          endpoints: [
            {
              addresses: ["1.2.3.4"],
              deprecatedTopology: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, "v"])),
            },
          ],
        },
        {
          endpoints: [
            {
              addresses: ["1.2.3.4"],
              deprecatedTopology: { "kubernetes.io/hostname": "x", "topology.kubernetes.io/zone": "y" },
            },
          ],
        },
        {
          endpoints: [
            {
              addresses: ["1.2.3.4"],
              hints: {
                forZones: [{ name: "" }, { name: "a b" }, { name: "z" }, { name: "z" }],
                forNodes: [{ name: "" }, { name: "A b" }, { name: "n" }, { name: "n" }],
              },
            },
          ],
        },
        {
          endpoints: [
            {
              addresses: ["1.2.3.4"],
              hints: {
                forZones: Array.from({ length: 9 }, (_, n) => ({ name: `z${n}` })),
                forNodes: Array.from({ length: 9 }, (_, n) => ({ name: `n${n}` })),
              },
            },
          ],
        },
        {
          endpoints: [
            {
              addresses: ["1.2.3.4"],
              conditions: { ready: null, serving: false, terminating: true },
              targetRef: { kind: "Pod" },
            },
          ],
        },
        { ports: [{ name: "A b" }, { name: "a" }, { name: "a" }, {}, {}] },
        {
          ports: [
            { port: 0 },
            { name: "b", port: 70_000 },
            { name: "c", protocol: "Other" },
            { name: "d", appProtocol: "a b" },
            { name: "e", appProtocol: "example.com/x" },
          ],
        },
        { ports: Array.from({ length: 20_001 }, (_, n) => ({ name: `p${n}` })) },
        { ports: null, endpoints: null },
      ],
      updates: [
        { addressType: "IPv6" },
        { addressType: null },
        { endpoints: [{ addresses: ["01.2.3.4"] }] },
        { ports: [{ name: "A" }] },
      ],
    },
  ]);
