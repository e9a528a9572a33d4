import { isIPv6 } from "node:net";
import type { WebhookService } from "../../api/webhook-client-config.ts";
import { quote } from "../../go/quote.ts";
import { isJsonObject, type JsonObject, records, text } from "../../json/value.ts";
import { goError, joinHostPort } from "./go-error.ts";

/** `namespace/name` → `host:port`: Services that have another address than the store has. */
export type ServiceOverrides = ReadonlyMap<string, string>;

/** Objects and settings that determine the address of a Service. */
export interface ServiceLookups {
  /** Returns the Service object; undefined: there is none. */
  serviceOf(namespace: string, name: string): JsonObject | undefined;
  /** Returns the EndpointSlice objects of a Service. */
  endpointSlicesOf(namespace: string, name: string): readonly JsonObject[];
  readonly overrides: ServiceOverrides;
  /** Returns a number from 0 up to 1, for the choice of an endpoint; default `Math.random`. */
  readonly random?: () => number;
}

/**
 * Returns the address of a Service, `host:port`: an override, a ready endpoint, or the cluster address, in
 * this order. Throws with kube-apiserver's text (apiserver/pkg/util/proxy/proxy.go, ResolveEndpoint and
 * ResolveCluster). kube-apiserver uses either endpoints or the address; here there is no network that would
 * route the address to endpoints.
 */
export function resolveService(
  service: Required<Omit<WebhookService, "path">>,
  lookups: ServiceLookups,
): string {
  const { namespace, name, port } = service;
  const override = lookups.overrides.get(`${namespace}/${name}`);
  if (override !== undefined) return override;
  const spec = lookups.serviceOf(namespace, name)?.spec;
  if (!isJsonObject(spec)) throw goError(`service ${quote(name)} not found`);
  const type = typeof spec.type === "string" ? spec.type : "ClusterIP";
  if (type === "ExternalName") return joinHostPort(text(spec.externalName), port);
  if (!ROUTED.has(type)) throw goError(`unsupported service type ${quote(type)}`);
  const endpoint = endpointOf(
    spec,
    port,
    lookups.endpointSlicesOf(namespace, name),
    lookups.random ?? Math.random,
  );
  if (endpoint !== undefined) return endpoint;
  if (spec.clusterIP === "None") throw goError('cannot route to service with ClusterIP "None"');
  if (portOf(spec, port) === undefined)
    throw goError(`no service port ${port} found for service ${quote(name)}`);
  return joinHostPort(text(spec.clusterIP), port);
}

const ROUTED: ReadonlySet<string> = new Set(["ClusterIP", "NodePort", "LoadBalancer"]);

function portOf(spec: JsonObject, port: number): JsonObject | undefined {
  return records(spec.ports).find((candidate) => candidate.port === port);
}

/**
 * Returns a ready endpoint for the Service's port of that number. Endpoints of the Service's first address
 * family are preferred.
 */
function endpointOf(
  spec: JsonObject,
  port: number,
  slices: readonly JsonObject[],
  random: () => number,
): string | undefined {
  const servicePort = portOf(spec, port);
  if (servicePort === undefined) return undefined;
  const found = slices.flatMap((slice) => addressesIn(slice, text(servicePort.name)));
  const family = Array.isArray(spec.ipFamilies) ? spec.ipFamilies[0] : undefined;
  const preferred = found.filter(({ address }) => isIPv6(address) === (family === "IPv6"));
  const choice = preferred.length > 0 ? preferred : found;
  const chosen = choice[Math.floor(random() * choice.length)];
  return chosen === undefined ? undefined : joinHostPort(chosen.address, chosen.port);
}

function addressesIn(slice: JsonObject, portName: string): readonly { address: string; port: number }[] {
  const port = records(slice.ports).find((candidate) => text(candidate.name) === portName)?.port;
  if (typeof port !== "number") return [];
  return records(slice.endpoints).flatMap(({ addresses, conditions }) => {
    const address = Array.isArray(addresses) ? addresses[0] : undefined;
    const ready = !isJsonObject(conditions) || conditions.ready !== false;
    return ready && typeof address === "string" ? [{ address, port }] : [];
  });
}
