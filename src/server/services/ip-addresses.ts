import { isIP } from "node:net";
import { formatIp, parseIp } from "../../api/ip-address.ts";
import { membersOf } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { ServiceSpec } from "../../resources/kinds/core/fields/v1-types.ts";

import type { InternalWrites } from "../internal-requests.ts";
import { createInternally, removeInternally } from "../internal-requests.ts";
import type { Log } from "../log.ts";
import type { ObjectsView } from "../views/views.ts";

const API_VERSION = "networking.k8s.io/v1";
const MANAGED_BY = "ipaddress.kubernetes.io/managed-by";
const ALLOCATOR = "ipallocator.k8s.io";

/** The IPAddress objects that say which Service has an address. */
export interface IpAddresses {
  /** False: there is one of this address already. Throws the StatusError of a refusal. */
  create(address: string, service: KubeObject): Promise<boolean>;
  /** Only if it is this Service's. What goes wrong is logged: the Service is gone. */
  remove(address: string, service: KubeObject): Promise<void>;
  /** Only this very object; what goes wrong is logged. */
  removeOne(object: KubeObject): Promise<void>;
  /** What goes wrong is logged. */
  createMissing(address: string, service: KubeObject): Promise<void>;
}

/** The cluster addresses of a Service, in canonical form. */
export const addressesOf = (service: KubeObject | undefined): readonly string[] =>
  (membersOf<ServiceSpec>(service?.spec).clusterIPs ?? []).flatMap((address) => {
    const ip = parseIp(address);
    return ip === undefined ? [] : [formatIp(ip)];
  });

/** Before StrictIPCIDRValidation, a Service may ask for an address that is written in another way. */
export function canonicalAddress(address: string): string {
  const ip = parseIp(address);
  return ip === undefined ? address : formatIp(ip);
}

/** Made for a Service, and not by hand. */
export const isAllocated = ({ metadata }: KubeObject): boolean => metadata.labels?.[MANAGED_BY] === ALLOCATOR;

/** `objects`: those that are there. */
export function ipAddresses(writes: () => InternalWrites, objects: ObjectsView, log: Log): IpAddresses {
  const create: IpAddresses["create"] = async (address, service) =>
    (await createInternally(writes(), addressObject(address, service))) !== false;
  const logged = async (address: string, work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      log("warn", "IPAddress not written", { address, error: String(error) });
    }
  };
  const removeOne: IpAddresses["removeOne"] = ({ metadata: { name = "", uid } }) =>
    logged(name, removeInternally(writes(), reference(name), { uid }));
  return {
    create,
    removeOne,
    async remove(address, service) {
      const found = objects.get("", address);
      if (found !== undefined && ownerOf(found) === keyOf(service)) await removeOne(found);
    },
    createMissing: (address, service) => logged(address, create(address, service)),
  };
}

/** `default/web`; undefined for what is no Service. */
export function ownerOf({ spec }: KubeObject): string | undefined {
  const { parentRef = {} } = membersOf<{ parentRef?: ParentReference }>(spec);
  const { group = "", resource, namespace = "", name = "" } = parentRef;
  return group === "" && resource === "services" ? `${namespace}/${name}` : undefined;
}

interface ParentReference {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** As `ownerOf` calls it. */
export const keyOf = ({ metadata }: KubeObject): string =>
  `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;

const reference = (name: string): KubeObject => ({
  apiVersion: API_VERSION,
  kind: "IPAddress",
  metadata: { name },
});

function addressObject(name: string, { metadata }: KubeObject): KubeObject {
  const labels = {
    "ipaddress.kubernetes.io/ip-family": isIP(name) === 6 ? "IPv6" : "IPv4",
    [MANAGED_BY]: ALLOCATOR,
  };
  const parentRef = {
    resource: "services",
    namespace: metadata.namespace ?? "",
    name: metadata.name ?? "",
  };
  return { ...reference(name), metadata: { name, labels }, spec: { parentRef } };
}
