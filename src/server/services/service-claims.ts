import type { KubeObject } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import { invalid, invalidObject } from "../../api/validation/field-error.ts";
import { membersOf } from "../../json/value.ts";
import type { ServiceSpec } from "../../types/tables/core/v1-types.ts";
import type { SideWorkResult } from "../handle/write/writes.ts";
import type { AddressPool } from "./address-pool.ts";
import { portsOf } from "./assign-ports.ts";
import { addressesOf, canonicalAddress, type IpAddresses } from "./ip-addresses.ts";
import type { NodePorts } from "./node-ports.ts";

/** Sources of the addresses and ports of Services. */
export interface Sources {
  readonly pool: AddressPool;
  readonly addresses: IpAddresses;
  readonly ports: NodePorts;
}

/** The resources that one write of a Service takes: its cluster address and its node ports. */
export class ServiceClaims implements SideWorkResult {
  readonly #sources: Sources;
  readonly #object: KubeObject;
  readonly #old: KubeObject | undefined;
  /** The address to claim. Empty if the Service needs none or has one. */
  #address: string;
  /** True if the client requests this address. */
  readonly #asked: boolean;
  /** True if the IPAddress has been created. */
  #made = false;
  #ports: readonly number[] = [];

  /** Throws the StatusError of a refusal. */
  constructor(sources: Sources, object: KubeObject, old: KubeObject | undefined) {
    this.#sources = sources;
    this.#object = object;
    this.#old = old;
    const { clusterIP = "" } = specOf(object);
    const wants = wantsAddress(object, old);
    this.#asked = wants && clusterIP !== "";
    if (this.#asked) refuseOutside(sources.pool, object, clusterIP);
    this.#address = wants ? clusterIP || sources.pool.choose() : "";
    this.#reserve();
  }

  /** Claims the address and the ports, before the Service is written. */
  async prepare(): Promise<void> {
    // One after the other, so that of two requests for the same address and port one gets both.
    if (this.#asked) await this.#claimAddress().then(() => this.#claimPorts());
    else await both(this.#claimAddress(), this.#claimPorts());
  }

  async commit(): Promise<void> {
    this.#arrived();
    const kept = [...addressesOf(this.#object), ...portsOf(this.#object)];
    const gone = addressesOf(this.#old).filter((address) => !kept.includes(address));
    const gonePorts = portsOf(this.#old).filter((port) => !kept.includes(port));
    await release(this.#sources, this.#object, gone, gonePorts);
  }

  async abort(error?: unknown): Promise<void> {
    this.#arrived();
    // The Service may have been stored nevertheless; the repair finds that out.
    if (error !== undefined && !(error instanceof StatusError)) return;
    await release(
      this.#sources,
      this.#object,
      this.#made ? [canonicalAddress(this.#address)] : [],
      this.#ports,
    );
  }

  /**
   * Creates the IPAddress. If the address was taken in the meantime, another one is tried, unless the client
   * requests it.
   */
  async #claimAddress(): Promise<void> {
    if (this.#address === "") return;
    const { pool, addresses } = this.#sources;
    while (!(await this.#createAddress(addresses))) {
      if (this.#asked) throw refusal(this.#object, this.#address, "provided IP is already allocated");
      pool.underWay.delete(this.#address);
      this.#address = pool.choose();
      this.#reserve();
    }
    this.#made = true;
  }

  /**
   * Creates the IPAddress. Reports an error of it as an error of the Service, for example that the Service
   * has no name.
   */
  async #createAddress(addresses: IpAddresses): Promise<boolean> {
    try {
      return await addresses.create(canonicalAddress(this.#address), this.#object);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      const [printed, what] = this.#asked ? [this.#address, ` ${this.#address}`] : ["", ""];
      throw refusal(this.#object, printed, error.message, what);
    }
  }

  async #claimPorts(): Promise<void> {
    this.#ports = await this.#sources.ports.take(this.#object, this.#old);
  }

  #reserve(): void {
    if (this.#address === "") return;
    this.#sources.pool.underWay.add(this.#address);
    setAddress(this.#object, this.#address);
  }

  #arrived(): void {
    this.#sources.pool.underWay.delete(this.#address);
    this.#sources.ports.arrived(this.#ports);
  }
}

/** Assigns the address and the ports that a dry run shows. Throws the StatusError of a refusal. */
export function tryOut({ pool, ports }: Sources, object: KubeObject, old: KubeObject | undefined): void {
  if (wantsAddress(object, old)) {
    const { clusterIP = "" } = specOf(object);
    if (clusterIP !== "" && !pool.contains(clusterIP))
      throw refusal(
        object,
        clusterIP,
        `the provided IP (${clusterIP}) is not in the valid range. The range of valid IPs is ${pool.cidr}`,
      );
    setAddress(object, clusterIP || pool.first);
  }
  ports.tryOut(object, old);
}

/** Returns addresses and ports to the free ones. Errors are logged. */
export async function release(
  { addresses, ports }: Sources,
  object: KubeObject,
  gone: readonly string[],
  gonePorts: readonly number[],
): Promise<void> {
  const removed = gone.map((address) => addresses.remove(address, object));
  await Promise.all([ports.release(gonePorts), ...removed]);
}

const specOf = (service: KubeObject | undefined): ServiceSpec => membersOf<ServiceSpec>(service?.spec);

/** True if the write assigns an address. An address never changes later: validation refuses another one. */
function wantsAddress(object: KubeObject, old: KubeObject | undefined): boolean {
  const { type, clusterIP } = specOf(object);
  if (type === "ExternalName" || clusterIP === "None") return false;
  return old === undefined || specOf(old).type === "ExternalName";
}

function setAddress(object: KubeObject, address: string): void {
  const spec = specOf(object);
  spec.clusterIP = address;
  spec.clusterIPs = [address];
  spec.ipFamilies ??= ["IPv4"];
  spec.ipFamilyPolicy ??= "SingleStack";
}

/** Refuses an address outside of the range. The storage decides if an address is free. */
function refuseOutside(pool: AddressPool, object: KubeObject, address: string): void {
  if (!pool.contains(address))
    throw refusal(object, address, "the provided network does not match the current range");
}

const refusal = (object: KubeObject, address: string, why: string, what = ` ${address}`): Error =>
  invalidObject({ group: "", kind: "Service" }, object.metadata.name ?? "", [
    invalid("spec.clusterIPs", [address], `failed to allocate IP${what}: ${why}`),
  ]);

/** Waits for both. If one is rejected, the rejection of the first is the one that the client receives. */
async function both(first: Promise<void>, second: Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled([first, second]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}
