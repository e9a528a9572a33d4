import type { Json } from "../../../../src/json/value.ts";
import type { Members, Scenario } from "../scenario.ts";
import { spec, tries } from "./tries.ts";

const NETWORKING = "/apis/networking.k8s.io/v1";

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
        ...["http", "", "A", "1", "12-34", "a--b", "-a", "more-than-fifteen-letters"].map((name) =>
          backend({ service: { name: "s", port: { number: null, name } } }),
        ),
        http(
          at("/", "Prefix"),
          at("/x", "Exact"),
          at("", "ImplementationSpecific"),
          at("x", "ImplementationSpecific"),
        ),
        ...["//", "/./", "/../", "/a/..", "/a/.", "/%2f", "/a%2Fb", "/..a", "/.", "/a/../b"].map((path) =>
          http(at(path, "Exact")),
        ),
        {
          metadata: { annotations: { "kubernetes.io/ingress.class": "a" } },
          spec: { ingressClassName: "b" },
        },
      ],
      updates: [],
      status: ingress({ ip: "1.2.3.4" }),
      statuses: [
        ...["01.2.3.4", "::ffff:1.2.3.4", "1.2.3", "FE80::1", "fe80::1%eth0", ""].map((ip) =>
          ingress({ ip }),
        ),
        ...["1.2.3.4", "a b", "A.com", "a.com", "::1", "*.a.com"].map((hostname) => ingress({ hostname })),
      ],
    },
    {
      path: `${NETWORKING}/ingressclasses`,
      base: spec({ controller: "example.com/x" }),
      creates: [],
      updates: [],
    },
  ]);

const block = (cidr: string, ...except: string[]): Json =>
  spec({ ingress: [{ from: [{ ipBlock: { cidr, except } }] }] });
const egress = (...to: Json[]): Json => spec({ egress: [{ to }] });

/** NetworkPolicies, addresses and ranges. */
export const networkTries = (): Scenario =>
  tries("tries-networks", [
    {
      path: `${NETWORKING}/namespaces/{{ns}}/networkpolicies`,
      base: spec({ podSelector: {}, egress: [{ to: [{ ipBlock: { cidr: "10.0.0.0/8" } }] }] }),
      creates: [...["010.1.0.0/16"].map((except) => block("10.0.0.0/8", except))],
      updates: [egress({ ipBlock: { cidr: "10.0.0.0/8", except: ["010.1.0.0/16"] } })],
    },
    ...[
      ["203.0.113.1", { group: "", resource: "services", namespace: "default", name: "x" }] as const,
      ["2001:db8::5", { group: "example.com", resource: "nodes", name: "x" }] as const,
    ].map(([name, parentRef]) => ({
      path: `${NETWORKING}/ipaddresses`,
      base: { metadata: { name }, spec: { parentRef } },
      onlyCreates: true,
      creates: [
        ...["203.0.113.01", "::FFFF:1.2.3.4", "2001:DB8::1", "x", "1.2.3", "2001:db8:0::1", "::1"].map(
          (other) => ({ metadata: { name: other } }),
        ),
      ],
    })),
    {
      path: `${NETWORKING}/servicecidrs`,
      base: spec({ cidrs: ["203.0.113.0/24"] }),
      creates: [["0203.0.113.0/24"], ["2001:DB8::/64"], ["x", "y"]].map((cidrs) => spec({ cidrs })),
      updates: [spec({ cidrs: ["2001:db8::/64", "203.0.113.0/24"] })],
      statuses: [],
    },
    {
      path: "/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices",
      base: {
        addressType: "IPv4",
        endpoints: [{ addresses: ["1.2.3.4"] }],
        ports: [{ name: "a", port: 80 }],
      },
      creates: [
        ...["1.2.3.4", "::1", "fe80::1", "ff02::1", "2001:DB8::1", "::", "2001:db8::1"].map((address) => ({
          addressType: "IPv6",
          endpoints: [{ addresses: [address] }],
        })),
        ...["a.example.com", "A.com", "1.2.3.4", "a", "a b", "*.a.com", "a.com."].map((address) => ({
          addressType: "FQDN",
          endpoints: [{ addresses: [address] }],
        })),
        { endpoints: [{ addresses: Array.from({ length: 101 }, (_, n) => `1.2.3.${n}`) }] },
        { endpoints: Array.from({ length: 1001 }, () => ({ addresses: ["1.2.3.4"] })) },
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
        { ports: Array.from({ length: 20_001 }, (_, n) => ({ name: `p${n}` })) },
      ],
      updates: [],
    },
  ]);
