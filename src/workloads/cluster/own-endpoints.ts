import { isIP } from "node:net";
import type { KubeObject } from "../../api/meta.ts";
import { kubeObject } from "../../api/object/kube-object.ts";
import { SERVER_LEASE } from "../../api/server-lease.ts";
import { equal } from "../../json/equal.ts";
import { type JsonObject, record } from "../../json/value.ts";
import type { ApiClient } from "../base/api-client.ts";
import type { Controller } from "../base/controller.ts";

const NAME = "kubernetes";
const NAMESPACE = "default";
const ENDPOINTS = `/api/v1/namespaces/${NAMESPACE}/endpoints`;
const AS_SERVER = "?fieldManager=kube-apiserver";
const SLICES = `/apis/discovery.k8s.io/v1/namespaces/${NAMESPACE}/endpointslices`;

/**
 * Writes the endpoints of the service `kubernetes`: the address of this server, and those of the other
 * servers with the same store and port. Changes by clients are reverted.
 */
export const ownEndpoints: Controller = {
  name: "kubernetes-service-endpoints",
  alias: "kubernetes-service-endpoints",
  always: true,
  kinds: ["v1/Endpoints", "discovery.k8s.io/v1/EndpointSlice", "coordination.k8s.io/v1/Lease"],
  start({ host, api, queue }) {
    const { advertised } = host;
    if (advertised === undefined) return () => {};
    const others = new Map<string, string>();
    const addresses = (): readonly string[] => [...new Set([advertised.address, ...others.values()])].sort();
    const work = queue((path) =>
      publish(api, path, WANTED[path]?.({ port: advertised.port, addresses: addresses() }) ?? {}),
    );
    const all = (): void => Object.keys(WANTED).forEach((path) => void work.add(path));
    all();
    return ({ object, deleted }) => {
      if (object.kind === "Lease") {
        if (noteServer(others, object, deleted, advertised.port)) all();
      } else if (isOurs(object)) work.add(object.kind === "Endpoints" ? ENDPOINTS : SLICES);
    };
  },
};

/** Records the Lease of another server. Returns true if its address changed. */
function noteServer(
  others: Map<string, string>,
  { metadata }: KubeObject,
  deleted: boolean,
  port: number,
): boolean {
  if (metadata.labels?.[SERVER_LEASE.label] !== SERVER_LEASE.identity) return false;
  const [name, address = ""] = [metadata.name ?? "", metadata.annotations?.[SERVER_LEASE.address]];
  const end = `:${port}`;
  if (deleted || !address.endsWith(end)) return others.delete(name);
  const bare = address.slice(0, -end.length).replace(/^\[|\]$/g, "");
  if (others.get(name) === bare) return false;
  others.set(name, bare);
  return true;
}

const isOurs = ({ metadata }: KubeObject): boolean =>
  metadata.name === NAME && metadata.namespace === NAMESPACE;

interface Reached {
  readonly port: number;
  readonly addresses: readonly string[];
}

const endpointsOf = ({ addresses, port }: Reached): JsonObject => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: NAME, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
  subsets: [
    { addresses: addresses.map((ip) => ({ ip })), ports: [{ name: "https", port, protocol: "TCP" }] },
  ],
});

/** Returns an EndpointSlice with the addresses of one IP family: that of the first address. */
function sliceOf({ addresses, port }: Reached): JsonObject {
  const family = isIP(addresses[0] ?? "");
  const endpoints = addresses.filter((address) => isIP(address) === family);
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: NAME, labels: { "kubernetes.io/service-name": NAME } },
    addressType: family === 6 ? "IPv6" : "IPv4",
    endpoints: endpoints.map((address) => ({ addresses: [address], conditions: { ready: true } })),
    ports: [{ name: "https", port, protocol: "TCP" }],
  };
}

const WANTED: Readonly<Record<string, (reached: Reached) => JsonObject>> = {
  [ENDPOINTS]: endpointsOf,
  [SLICES]: sliceOf,
};

async function publish(api: ApiClient, path: string, wanted: JsonObject): Promise<boolean> {
  const found = await api.get(`${path}/${NAME}`);
  if (found.status === 404) return (await api.send("POST", `${path}${AS_SERVER}`, wanted)).status === 201;
  if (found.status !== 200) return false;
  if (isAsWanted(found.body, wanted)) return true;
  const { metadata, ...rest } = wanted;
  const { resourceVersion } = kubeObject(found.body).metadata;
  const body = { ...rest, metadata: { ...record(metadata), resourceVersion: resourceVersion ?? "" } };
  return (await api.send("PUT", `${path}/${NAME}${AS_SERVER}`, body)).status === 200;
}

/** Returns true if the object has the wanted fields. Additional labels are ignored. */
function isAsWanted(found: JsonObject, { metadata, ...wanted }: JsonObject): boolean {
  const { labels = {} } = kubeObject(found).metadata;
  const own = Object.entries(record(record(metadata).labels));
  return (
    own.every(([name, value]) => labels[name] === value) &&
    Object.entries(wanted).every(([name, value]) => equal(found[name] ?? null, value))
  );
}
