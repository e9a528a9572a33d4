import { isIP } from "node:net";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { equal } from "../json/equal.ts";
import type { ApiClient } from "./api-client.ts";
import type { Advertised, Controller } from "./controller.ts";

const NAME = "kubernetes";
const NAMESPACE = "default";
const ENDPOINTS = `/api/v1/namespaces/${NAMESPACE}/endpoints`;
const AS_SERVER = "?fieldManager=kube-apiserver";
const SLICES = `/apis/discovery.k8s.io/v1/namespaces/${NAMESPACE}/endpointslices`;

/** Where clients reach this server, as endpoints of the service `kubernetes`; who changes them gets them back. */
export const ownEndpoints: Controller = {
  name: "kubernetes-service-endpoints",
  alias: "kubernetes-service-endpoints",
  always: true,
  kinds: ["v1/Endpoints", "discovery.k8s.io/v1/EndpointSlice"],
  start({ host, api, queue }) {
    const { advertised } = host;
    if (advertised === undefined) return () => {};
    const wanted: Readonly<Record<string, JsonObject>> = {
      [ENDPOINTS]: endpointsOf(advertised),
      [SLICES]: sliceOf(advertised),
    };
    const work = queue((path) => publish(api, path, wanted[path] ?? {}));
    for (const path of Object.keys(wanted)) work.add(path);
    return ({ object }) => {
      if (isOurs(object)) work.add(object.kind === "Endpoints" ? ENDPOINTS : SLICES);
    };
  },
};

const isOurs = ({ metadata }: KubeObject): boolean =>
  metadata.name === NAME && metadata.namespace === NAMESPACE;

const endpointsOf = ({ address, port }: Advertised): JsonObject => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: NAME, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
  subsets: [{ addresses: [{ ip: address }], ports: [{ name: "https", port, protocol: "TCP" }] }],
});

const sliceOf = ({ address, port }: Advertised): JsonObject => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: NAME, labels: { "kubernetes.io/service-name": NAME } },
  addressType: isIP(address) === 6 ? "IPv6" : "IPv4",
  endpoints: [{ addresses: [address], conditions: { ready: true } }],
  ports: [{ name: "https", port, protocol: "TCP" }],
});

async function publish(api: ApiClient, path: string, wanted: JsonObject): Promise<boolean> {
  const found = await api.get(`${path}/${NAME}`);
  if (found.status === 404) return (await api.send("POST", `${path}${AS_SERVER}`, wanted)).status === 201;
  if (found.status !== 200) return false;
  if (isAsWanted(found.body, wanted)) return true;
  const { metadata, ...rest } = wanted;
  const { resourceVersion } = (found.body as unknown as KubeObject).metadata;
  const body = { ...rest, metadata: { ...(metadata as JsonObject), resourceVersion: resourceVersion ?? "" } };
  return (await api.send("PUT", `${path}/${NAME}${AS_SERVER}`, body)).status === 200;
}

/** Labels of others may stay. */
function isAsWanted(found: JsonObject, { metadata, ...wanted }: JsonObject): boolean {
  const { labels = {} } = (found as unknown as KubeObject).metadata;
  const own = Object.entries((metadata as unknown as KubeObject["metadata"]).labels ?? {});
  return (
    own.every(([name, value]) => labels[name] === value) &&
    Object.entries(wanted).every(([name, value]) => equal(found[name] ?? null, value))
  );
}
