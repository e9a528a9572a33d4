import type { FieldPath } from "../../../../../api/validation/field-path.ts";
import { addTo } from "../../../../../async/groups.ts";
import { quote } from "../../../../../go/quote.ts";
import type { Container, ContainerPort } from "../../../../../types/tables/core/v1-types.ts";

/** Empty list of warnings, shared because nearly every pod has none. */
export const NONE: readonly string[] = [];

/** A container with its path in the object. */
export type ContainerAt = readonly [container: Container, at: FieldPath];

type PortAt = readonly [port: ContainerPort, at: FieldPath];

/** Returns the warnings about ports that collide, and about repeated names of ports. */
export function portWarnings(containers: readonly ContainerAt[]): readonly string[] {
  const ports: PortAt[] = [];
  for (const [container, at] of containers)
    container.ports?.forEach((port, i) => void ports.push([port, at.child("ports").index(i)]));
  if (ports.length === 0) return NONE;
  return [...overlappingPorts(ports), ...repeatedPortNames(ports)];
}

/** Limit of warnings: more are never sent, and every port can collide with every other. */
const MAX_WARNINGS = 1000;

function overlappingPorts(ports: readonly PortAt[]): string[] {
  const seen = new Map<string, SeenPorts>();
  const warnings: string[] = [];
  for (const [port, at] of ports) {
    if (warnings.length >= MAX_WARNINGS) break;
    const { containerPort = 0, protocol = "", hostIP = "", hostPort = 0 } = port;
    if (hostIP !== "" && hostPort === 0)
      warnings.push(`${at}: hostIP set without hostPort: ${printPort(port)}`);
    const key = `${containerPort}/${protocol}`;
    const others = seen.get(key) ?? new SeenPorts();
    seen.set(key, others);
    for (const [other, otherAt] of others.inConflictWith(port).slice(0, MAX_WARNINGS))
      warnings.push(`${at}: ${conflictOf(port, other)} port definition with ${otherAt}`);
    others.add([port, at]);
  }
  return warnings;
}

/** Ports with the same number and protocol, indexed by the fields that cause conflicts. */
class SeenPorts {
  readonly #all: PortAt[] = [];
  readonly #places = new Map<PortAt, number>();
  readonly #byHostPort = new Map<number, PortAt[]>();
  readonly #byAddress = new Map<string, PortAt[]>();

  add(port: PortAt): void {
    const [{ hostPort = 0, hostIP = "" }] = port;
    this.#places.set(port, this.#all.length);
    this.#all.push(port);
    addTo(this.#byHostPort, hostPort, port);
    addTo(this.#byAddress, `${hostPort}/${hostIP}`, port);
  }

  /**
   * Returns the ports that conflict with a port. Without a host port these are all ports; otherwise the ports
   * without a host port, and those with the same host port on the same address or on all addresses.
   */
  inConflictWith({ hostPort = 0, hostIP = "" }: ContainerPort): readonly PortAt[] {
    if (hostPort === 0) return this.#all;
    const onAny = this.#byHostPort.get(0) ?? [];
    const same =
      hostIP === ""
        ? (this.#byHostPort.get(hostPort) ?? [])
        : [...this.#on(hostPort, hostIP), ...this.#on(hostPort, "")];
    return [...onAny, ...same].sort((a, b) => (this.#places.get(a) ?? 0) - (this.#places.get(b) ?? 0));
  }

  #on(hostPort: number, hostIP: string): readonly PortAt[] {
    return this.#byAddress.get(`${hostPort}/${hostIP}`) ?? [];
  }
}

const printPort = ({
  name = "",
  hostPort = 0,
  containerPort = 0,
  protocol = "",
  hostIP = "",
}: ContainerPort): string =>
  `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;

/** Returns the type of conflict between two ports. */
function conflictOf(a: ContainerPort, b: ContainerPort): string {
  const [aIp, bIp] = [a.hostIP ?? "", b.hostIP ?? ""];
  const [aPort, bPort] = [a.hostPort ?? 0, b.hostPort ?? 0];
  if (aIp === bIp && aPort === bPort) return "duplicate";
  return aPort === 0 || bPort === 0 ? "overlapping" : "dangerously ambiguous";
}

function repeatedPortNames(ports: readonly PortAt[]): string[] {
  const seen = new Map<string, FieldPath>();
  return ports.flatMap(([{ name = "" }, at]) => {
    if (name === "") return [];
    const other = seen.get(name);
    if (other === undefined) {
      seen.set(name, at);
      return [];
    }
    const says = `services and probes that select ports by name will use ${other}`;
    return [`${at}: duplicate port name ${quote(name)} with ${other}, ${says}`];
  });
}
