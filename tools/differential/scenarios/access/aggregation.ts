import type { Json } from "../../../../src/json/value.ts";
import { Scenario } from "../scenario.ts";

const SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
const CORE = "/api/v1/namespaces/{{ns}}";

/** A Service, its endpoint slice, and the spec of an APIService for it; an absent part does not exist. */
interface Backend {
  readonly service?: Json;
  readonly slice?: { readonly [key: string]: Json };
  readonly port?: number;
  readonly more?: { readonly [key: string]: Json };
}

const PORTS = [{ name: "https", port: 443, targetPort: 6443 }];
const ready = (ready: boolean | null): Json => [{ addresses: ["127.0.0.1"], conditions: { ready } }];
const slice = (endpoints: Json, port: Json): NonNullable<Backend["slice"]> => ({
  addressType: "IPv4",
  endpoints,
  ports: [port],
});

const BACKENDS: readonly Backend[] = [
  {},
  { service: { ports: PORTS } },
  { service: { ports: PORTS }, port: 444 },
  { service: { ports: [{ name: "http", port: 80 }] } },
  { service: { ports: PORTS }, slice: slice([], { name: "https", port: 1 }) },
  { service: { ports: PORTS }, slice: slice(ready(false), { name: "https", port: 1 }) },
  { service: { ports: PORTS }, slice: slice(ready(true), { name: "other", port: 1 }) },
  { service: { ports: PORTS }, slice: slice(ready(true), { name: "https", port: 1 }) },
  { service: { ports: PORTS }, slice: slice(ready(null), { name: "https", port: 1 }) },
  { service: { type: "ExternalName", externalName: "name.invalid" } },
  { service: { type: "ExternalName", externalName: "name.invalid" }, port: 8443 },
  { service: { clusterIP: "None", ports: PORTS } },
  { service: { type: "NodePort", ports: PORTS } },
  { more: { insecureSkipTLSVerify: false, caBundle: "eA==" } },
];

const versionOf = (index: number): string => `v${index + 1}`;

/** APIServices whose Services are not there, or do not answer: their conditions, and requests to them. */
export function aggregation(): Scenario {
  const s = new Scenario("aggregation");
  for (const [index, backend] of BACKENDS.entries()) {
    const name = `b${index}`;
    if (backend.service !== undefined)
      s.post(`${CORE}/services`, { metadata: { name }, spec: backend.service });
    if (backend.slice !== undefined)
      s.post(`/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices`, {
        metadata: { name, labels: { "kubernetes.io/service-name": name } },
        ...backend.slice,
      });
    register(s, index, backend);
  }
  for (const index of BACKENDS.keys()) ask(s, index);
  s.patch("merge", `${SERVICES}/v1.{{id}}.example.com`, { spec: { service: { name: "b1" } } });
  return s;
}

function register(s: Scenario, index: number, { port, more }: Backend): void {
  const name = `${versionOf(index)}.{{id}}.example.com`;
  const service = { name: `b${index}`, namespace: "{{ns}}", ...(port === undefined ? {} : { port }) };
  s.post(SERVICES, {
    metadata: { name },
    spec: {
      group: "{{id}}.example.com",
      version: versionOf(index),
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      insecureSkipTLSVerify: true,
      service,
      ...more,
    },
  });
  s.removes(`${SERVICES}/${name}`);
  s.until(`/apis/{{id}}.example.com/${versionOf(index)}`, 503);
}

function ask(s: Scenario, index: number): void {
  const path = `/apis/{{id}}.example.com/${versionOf(index)}`;
  s.get(`${SERVICES}/${versionOf(index)}.{{id}}.example.com`, [], {
    headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
  });
  s.post(`${path}/things`, {});
}
