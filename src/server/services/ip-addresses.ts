import { isIP } from "node:net";
import type { KubeObject } from "../../api/meta.ts";
import { formatIp, parseIp } from "../../go/ip-address.ts";
import { membersOf } from "../../json/value.ts";
import type { ServiceSpec } from "../../types/tables/core/v1-types.ts";
import type { ParentReference } from "../../types/tables/networking/v1-types.ts";
import type { ObjectsView } from "../admit/views/views.ts";
import { createInternally, removeInternally } from "../background/internal-requests.ts";
import type { InternalWrites } from "../handle/write/writes.ts";
import type { Log } from "../log.ts";

const API_VERSION = "networking.k8s.io/v1";
const MANAGED_BY = "ipaddress.kubernetes.io/managed-by";
const ALLOCATOR = "ipallocator.k8s.io";

/** The IPAddress objects, which record the Service of each address. */
export interface IpAddresses {
  /** Creates an IPAddress. False means that the address is already in use. Throws the StatusError of a refusal. */
  create(address: string, service: KubeObject): Promise<boolean>;
  /** Deletes an IPAddress if it is this Service's. Errors are logged, because the Service no longer exists. */
  remove(address: string, service: KubeObject): Promise<void>;
  /** Deletes exactly this object. Errors are logged. */
  removeOne(object: KubeObject): Promise<void>;
  /** Creates an IPAddress for a stored Service. Errors are logged. */
  createMissing(address: string, service: KubeObject): Promise<void>;
}

/** Returns the cluster addresses of a Service in canonical form. */
export const addressesOf = (service: KubeObject | undefined): readonly string[] =>
  (membersOf<ServiceSpec>(service?.spec).clusterIPs ?? []).flatMap((address) => {
    const ip = parseIp(address);
    return ip === undefined ? [] : [formatIp(ip)];
  });

/**
 * Returns an address in canonical form. Before StrictIPCIDRValidation, a Service may request an address in
 * another form.
 */
export function canonicalAddress(address: string): string {
  const ip = parseIp(address);
  return ip === undefined ? address : formatIp(ip);
}

/** True if the IPAddress was created for a Service, and not by a user. */
export const isAllocated = ({ metadata }: KubeObject): boolean => metadata.labels?.[MANAGED_BY] === ALLOCATOR;

/** `objects`: view over the existing IPAddresses. */
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

/** Returns the owner's key, `default/web`, or undefined if the owner is not a Service. */
export function ownerOf({ spec }: KubeObject): string | undefined {
  const { parentRef = {} } = membersOf<{ parentRef?: ParentReference }>(spec);
  const { group = "", resource, namespace = "", name = "" } = parentRef;
  return group === "" && resource === "services" ? `${namespace}/${name}` : undefined;
}

/** Key of a Service in the form of `ownerOf`. */
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
  const parentRef = { resource: "services", namespace: metadata.namespace ?? "", name: metadata.name ?? "" };
  return { ...reference(name), metadata: { name, labels }, spec: { parentRef } };
}
