import { isIP } from "node:net";
import type { KubeObject } from "../../api/meta.ts";
import type { ServiceSpec } from "../../resources/strategy/core/service-types.ts";
import type { House } from "../house.ts";
import { createInternally, removeInternally } from "../internal-requests.ts";
import type { ObjectsView } from "../views/views.ts";

const API_VERSION = "networking.k8s.io/v1";
const MANAGED_BY = "ipaddress.kubernetes.io/managed-by";
const ALLOCATOR = "ipallocator.k8s.io";

/** The IPAddress objects that say which Service has an address. */
export interface IpAddresses {
  /** False: there is one of this address already. Throws the StatusError of a refusal. */
  create(address: string, service: KubeObject): Promise<boolean>;
  /** What goes wrong is logged: the Service is gone. */
  remove(address: string): Promise<void>;
  /** After a crash, or over data of an older server: every address in use has its object, and no other one of ours. */
  repair(services: ObjectsView, objects: ObjectsView): Promise<void>;
}

/** The cluster addresses of a Service. */
export const addressesOf = (service: KubeObject | undefined): readonly string[] =>
  (((service?.spec ?? {}) as ServiceSpec).clusterIPs ?? []).filter((address) => isIP(address) !== 0);

export function ipAddresses(house: () => House): IpAddresses {
  const create: IpAddresses["create"] = async (address, service) =>
    (await createInternally(house(), addressObject(address, service))) !== false;
  const logged = async (address: string, work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      house().log("warn", "IPAddress not written", { address, error: String(error) });
    }
  };
  const remove = (address: string): Promise<void> =>
    logged(address, removeInternally(house(), reference(address)));
  return {
    create,
    remove,
    async repair(services, objects) {
      const { missing, stale } = differences(services.list(), objects.list());
      await Promise.all([
        ...missing.map(([address, service]) => logged(address, create(address, service))),
        ...stale.map(remove),
      ]);
    },
  };
}

interface Differences {
  readonly missing: readonly (readonly [string, KubeObject])[];
  readonly stale: readonly string[];
}

function differences(services: readonly KubeObject[], objects: readonly KubeObject[]): Differences {
  const used = services.flatMap((service) =>
    addressesOf(service).map((address) => [address, service] as const),
  );
  const inUse = new Set(used.map(([address]) => address));
  const known = new Set(objects.map(({ metadata }) => metadata.name ?? ""));
  const ours = objects.filter(({ metadata }) => metadata.labels?.[MANAGED_BY] === ALLOCATOR);
  return {
    missing: used.filter(([address]) => !known.has(address)),
    stale: ours.map(({ metadata }) => metadata.name ?? "").filter((address) => !inUse.has(address)),
  };
}

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
