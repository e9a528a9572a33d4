import { BlockList, isIP } from "node:net";
import { badRequest, serviceUnavailable } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import { membersOf } from "../../../../json/value.ts";
import type { Pod, Service } from "../../../../types/tables/core/v1-types.ts";
import type { Endpoint, EndpointSlice } from "../../../../types/tables/discovery/v1-types.ts";
import { type SliceLookup, type StoredLookup, storedOrNotFound } from "../../read/stored-lookup.ts";
import type { Target } from "../../target.ts";
import { addressOfNode, joinHostPort } from "./node-address.ts";

/** Returns the `host:port` of a request to `proxy`. Throws 400, 404, 500 and 503. */
export async function proxiedAddress(lookup: Lookup, { resource, namespace, name }: Target): Promise<string> {
  const proxied = splitName(resource.plural, name);
  if (resource.plural === "nodes") return ofNode(lookup, proxied);
  return resource.plural === "pods"
    ? ofPod(lookup, namespace, proxied)
    : ofService(lookup, namespace, proxied);
}

type Lookup = StoredLookup & SliceLookup;

interface Proxied {
  readonly scheme: string;
  readonly name: string;
  readonly port: string;
}

/** Parses `name`, `name:port` or `scheme:name:port`. */
function splitName(plural: string, text: string): Proxied {
  const parts = text.split(":");
  const [scheme = "", name = "", port = ""] = parts.length < 3 ? ["", ...parts] : parts;
  if (parts.length > 3 || name === "" || !["", "http", "https"].includes(scheme))
    throw badRequest(`invalid ${plural.replace(/s$/, "")} request ${quote(text)}`);
  return { scheme, name, port };
}

async function ofNode(lookup: StoredLookup, { name, port }: Proxied): Promise<string> {
  const found = await addressOfNode(lookup, name, "nodes");
  if (isIP(found.host) !== 0) refuseLocal(found.host);
  return joinHostPort(found.host, port || String(found.port));
}

async function ofPod(
  lookup: StoredLookup,
  namespace: string,
  { scheme, name, port }: Proxied,
): Promise<string> {
  const pod = (await storedOrNotFound(lookup, "pods", namespace, name)) as Pod;
  const ip = pod.status?.podIPs?.[0]?.ip ?? "";
  refuseLocal(ip);
  const declared = pod.spec?.containers?.find(({ ports = [] }) => ports.length > 0)?.ports?.[0]
    ?.containerPort;
  return joinHostPort(ip, port || String(declared ?? (scheme === "https" ? 443 : 80)));
}

const NOT_GLOBAL = new BlockList();
for (const [subnet, bits] of [
  ["0.0.0.0", 32],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 4],
  ["255.255.255.255", 32],
] as const)
  NOT_GLOBAL.addSubnet(subnet, bits, "ipv4");
for (const [subnet, bits] of [
  ["::", 128],
  ["::1", 128],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  NOT_GLOBAL.addSubnet(subnet, bits, "ipv6");

/** Refuses the addresses for which Go's IsGlobalUnicast returns false. */
function refuseLocal(ip: string): void {
  const version = isIP(ip);
  if (version === 0 || NOT_GLOBAL.check(ip, version === 4 ? "ipv4" : "ipv6"))
    throw badRequest("address not allowed");
}

/** Returns the address of the first endpoint that is ready and that is a pod (registry/core/service/storage/storage.go). */
async function ofService(lookup: Lookup, namespace: string, { name, port }: Proxied): Promise<string> {
  const portName = /^[-+]?\d+$/.test(port) ? await portNamed(lookup, namespace, name, Number(port)) : port;
  for (const slice of lookup.endpointSlices(namespace, name)) {
    const { endpoints, ports } = membersOf<EndpointSlice>(slice);
    for (const found of (ports ?? []).filter((p) => (p.name ?? "") === portName && p.port !== undefined))
      for (const endpoint of endpoints ?? [])
        if (endpoint.conditions?.ready !== false && (await isPod(lookup, namespace, endpoint)))
          return joinHostPort(endpoint.addresses?.[0] ?? "", String(found.port));
  }
  throw unavailable(name);
}

const unavailable = (service: string) =>
  serviceUnavailable(`no endpoints available for service ${quote(service)}`);

async function portNamed(
  lookup: StoredLookup,
  namespace: string,
  name: string,
  port: number,
): Promise<string> {
  const { spec } = (await storedOrNotFound(lookup, "services", namespace, name)) as Service;
  const declared = spec?.ports?.find((p) => p.port === port);
  if (declared === undefined)
    throw serviceUnavailable(`no service port ${port} found for service ${quote(name)}`);
  return declared.name ?? "";
}

/** True if an endpoint is a pod with its address; only pods are targets of the proxy. */
async function isPod(
  lookup: StoredLookup,
  namespace: string,
  { addresses, targetRef }: Endpoint,
): Promise<boolean> {
  if (targetRef?.namespace !== namespace) return false;
  const { status } = membersOf<Pod>(await lookup.stored("pods", namespace, targetRef.name ?? ""));
  return (status?.podIPs ?? []).some((own) => own.ip === addresses?.[0]);
}
