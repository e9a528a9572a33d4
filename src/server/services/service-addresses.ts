import { invalid, invalidObject } from "../../api/field-error.ts";
import type { KubeObject } from "../../api/meta.ts";
import { internalError, StatusError } from "../../api/status.ts";
import { readyForAllocation } from "../../resources/strategy/core/service-allocation.ts";
import type { ServiceSpec } from "../../resources/strategy/core/service-types.ts";
import type { SideWork } from "../handle/write/side-work.ts";
import type { Views } from "../views/views.ts";
import { portsOf } from "./assign-ports.ts";
import { addressesOf, type IpAddresses } from "./ip-addresses.ts";
import { type IpRange, parseIpRange } from "./ip-range.ts";
import type { NodePorts } from "./node-ports.ts";

export interface AddressOptions {
  readonly views: Views;
  /** IPv4. */
  readonly cidr: string;
  /** In [0, 1). */
  readonly random: () => number;
  readonly addresses: IpAddresses;
  readonly ports: NodePorts;
  /** On their way to a Service: filled and emptied here. */
  readonly underWay: Set<string>;
}

/**
 * Cluster addresses and node ports: chosen when a Service is written, given back when it goes or changes its type. Both
 * are there before the Service, as in the reference, so that several servers over one store give none twice: an address
 * as an IPAddress, which only one can create, a port in an object that all of them change.
 */
export function serviceAddresses(options: AddressOptions): SideWork {
  const { views, cidr, random, addresses, ports, underWay: reserved } = options;
  const range = parseIpRange(cidr);
  const lowerBand = range.size <= 16 ? 0 : Math.min(256, Math.max(16, Math.floor(range.size / 16)));
  const objects = views.of("ipaddresses");
  return {
    begin(object, old, dryRun) {
      const spec = (object.spec ?? {}) as ServiceSpec;
      const errors = readyForAllocation(object, old);
      if (errors.length > 0)
        throw invalidObject({ group: "", kind: "Service" }, object.metadata.name ?? "", errors);
      const taken = reserveAddress(object, spec, old, dryRun);
      const freeAddress = (): void => {
        if (taken !== undefined) reserved.delete(taken.address);
      };
      if (dryRun) orUndo(() => ports.tryOut(object, old), freeAddress);
      let made = false;
      let takenPorts: readonly number[] = [];
      const claimAddress = async (): Promise<void> => {
        if (taken === undefined) return;
        await write(object, spec, taken);
        made = true;
      };
      const claimPorts = async (): Promise<void> => {
        takenPorts = await ports.take(object, old);
      };
      const done = (): void => {
        freeAddress();
        ports.arrived(takenPorts);
      };
      return {
        async prepare() {
          if (dryRun) return;
          // Of two that ask for the same address and port one gets both.
          if (taken?.asked === true) await claimAddress().then(claimPorts);
          else await both(claimAddress(), claimPorts());
        },
        async commit() {
          done();
          const kept = [...addressesOf(object), ...portsOf(object)];
          await release(
            object,
            addressesOf(old).filter((address) => !kept.includes(address)),
            portsOf(old).filter((port) => !kept.includes(port)),
          );
        },
        async abort(error) {
          done();
          if (error !== undefined && !(error instanceof StatusError)) return;
          await release(object, made && taken !== undefined ? [taken.address] : [], takenPorts);
        },
      };
    },
    removed: (object) => release(object, addressesOf(object), portsOf(object)),
  };

  async function release(
    object: KubeObject,
    gone: readonly string[],
    gonePorts: readonly number[],
  ): Promise<void> {
    await Promise.all([
      ports.release(gonePorts),
      ...gone.map((address) => addresses.remove(address, object)),
    ]);
  }

  /** Somebody may have written an IPAddress of this name just now. */
  async function write(object: KubeObject, spec: ServiceSpec, taken: Taken): Promise<void> {
    while (!(await addresses.create(taken.address, object))) {
      if (taken.asked) throw refuse(object, taken.address, alreadyAllocated(taken.address));
      reserved.delete(taken.address);
      taken.address = choose();
      reserved.add(taken.address);
      setAddress(spec, taken.address);
    }
  }

  function reserveAddress(
    object: KubeObject,
    spec: ServiceSpec,
    old: KubeObject | undefined,
    dryRun: boolean,
  ): Taken | undefined {
    if (spec.type === "ExternalName" || spec.clusterIP === "None") return undefined;
    const before = (old?.spec ?? {}) as ServiceSpec;
    // An address does not change once it has been given out: validation refuses another one.
    if (old !== undefined && before.type !== "ExternalName") return undefined;
    const address = spec.clusterIP ?? "";
    // A dry run is told the address of the network: it shows that there will be one.
    const fresh = (): string => (dryRun ? range.address(0) : choose());
    const chosen = address === "" ? fresh() : claim(object, address);
    setAddress(spec, chosen);
    reserved.add(chosen);
    return { address: chosen, asked: address !== "" };
  }

  /** Every address of a Service has its object: the repair at the start sees to it. */
  function isFree(address: string): boolean {
    return !reserved.has(address) && objects.get("", address) === undefined;
  }

  /** From the upper part of the range first: the lower one is left to those who ask for an address. */
  function choose(): string {
    const address = pick(1 + lowerBand, range.size - 2) ?? pick(1, lowerBand);
    if (address === undefined) throw internalError("failed to allocate a serviceIP: range is full");
    return address;
  }

  /** From a random place on. */
  function pick(first: number, last: number): string | undefined {
    const count = last - first + 1;
    const start = Math.floor(random() * count);
    for (let i = 0; i < count; i++) {
      const address = range.address(first + ((start + i) % count));
      if (isFree(address)) return address;
    }
    return undefined;
  }

  /** Whether somebody has it is for the storage to decide. */
  function claim(object: KubeObject, address: string): string {
    if (!isInside(range, address))
      throw refuse(
        object,
        address,
        `failed to allocate IP ${address}: the provided network does not match the current range`,
      );
    return address;
  }
}

/** Side by side, to the end of both; the first one's refusal is what the client hears of. */
async function both(first: Promise<void>, second: Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled([first, second]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

function orUndo<T>(work: () => T, undo: () => void): T {
  try {
    return work();
  } catch (error) {
    undo();
    throw error;
  }
}

interface Taken {
  address: string;
  /** By the client. */
  readonly asked: boolean;
}

const alreadyAllocated = (address: string): string =>
  `failed to allocate IP ${address}: provided IP is already allocated`;

const isInside = (range: IpRange, address: string): boolean => range.contains(address);

function setAddress(spec: ServiceSpec, address: string): void {
  spec.clusterIP = address;
  spec.clusterIPs = [address];
  spec.ipFamilies ??= ["IPv4"];
  spec.ipFamilyPolicy ??= "SingleStack";
}

const refuse = (object: KubeObject, address: string, why: string): Error =>
  invalidObject({ group: "", kind: "Service" }, object.metadata.name ?? "", [
    invalid("spec.clusterIPs", [address], why),
  ]);
