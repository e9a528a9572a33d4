import { invalid, invalidObject } from "../../api/field-error.ts";
import type { KubeObject } from "../../api/meta.ts";
import { internalError } from "../../api/status.ts";
import { takesNodePorts } from "../../resources/strategy/core/service-allocation.ts";
import {
  needsHealthCheck,
  type ServicePort,
  type ServiceSpec,
  usesNodePorts,
} from "../../resources/strategy/core/service-types.ts";

const FIRST = 30_000;
const LAST = 32_767;

/** The lowest ports are left to those who ask for them, as long as there are others. */
const LOWER_BAND = 86;

/** A number from `first` to `last` that is not in use, found from a random place on. */
function pick(
  first: number,
  last: number,
  random: () => number,
  used: ReadonlySet<number>,
): number | undefined {
  const count = last - first + 1;
  const start = Math.floor(random() * count);
  for (let i = 0; i < count; i++) {
    const candidate = first + ((start + i) % count);
    if (!used.has(candidate)) return candidate;
  }
  return undefined;
}

/** Node ports of Services, from 30000 to 32767. */
export class NodePorts {
  readonly #services: () => readonly KubeObject[];
  readonly #random: () => number;
  readonly #reserved = new Set<number>();

  constructor(services: () => readonly KubeObject[], random: () => number) {
    this.#services = services;
    this.#random = random;
  }

  /** Gives every port that wants one a number. Returns what takes the reservation back. */
  reserve(object: KubeObject, spec: ServiceSpec, old: KubeObject | undefined): () => void {
    const mine: number[] = [];
    const free = (): void => {
      for (const port of mine) this.#reserved.delete(port);
    };
    try {
      this.#reserveAll(object, spec, old, mine);
    } catch (error) {
      free();
      throw error;
    }
    return free;
  }

  #reserveAll(object: KubeObject, spec: ServiceSpec, old: KubeObject | undefined, mine: number[]): void {
    const ports = spec.ports ?? [];
    const before = new Set(portsOf(old));
    this.#reserveHealthCheckPort(spec, before, mine);
    for (const [index, port] of usesNodePorts(spec) ? ports.entries() : []) {
      const asked = port.nodePort ?? 0;
      if (asked === 0 && !takesNodePorts(spec)) continue;
      const shared = asked === 0 && old === undefined ? sharedPort(ports, index) : 0;
      if (shared !== 0) {
        port.nodePort = shared;
        continue;
      }
      if (asked !== 0 && (before.has(asked) || mine.includes(asked))) continue;
      port.nodePort = asked === 0 ? this.#choose() : this.#claim(object, index, asked);
      this.#reserved.add(port.nodePort);
      mine.push(port.nodePort);
    }
  }

  /** Load balancers ask nodes there whether they have an endpoint. */
  #reserveHealthCheckPort(spec: ServiceSpec, before: ReadonlySet<number>, mine: number[]): void {
    if (!needsHealthCheck(spec)) return;
    const asked = spec.healthCheckNodePort ?? 0;
    if (asked !== 0 && before.has(asked)) return;
    if (asked !== 0 && this.#inUse().has(asked))
      throw internalError(
        `failed to allocate requested HealthCheck NodePort ${asked}: provided port is already allocated`,
      );
    spec.healthCheckNodePort = asked === 0 ? this.#choose() : asked;
    this.#reserved.add(spec.healthCheckNodePort);
    mine.push(spec.healthCheckNodePort);
  }

  #inUse(): Set<number> {
    return new Set([...this.#reserved, ...this.#services().flatMap(portsOf)]);
  }

  #choose(): number {
    const used = this.#inUse();
    const start = FIRST + LOWER_BAND;
    const upper = pick(start, LAST, this.#random, used);
    const port = upper ?? pick(FIRST, start - 1, this.#random, used);
    if (port === undefined) throw internalError("failed to allocate a nodePort: range is full");
    return port;
  }

  #claim(object: KubeObject, index: number, port: number): number {
    const field = `spec.ports[${index}].nodePort`;
    if (port < FIRST || port > LAST)
      throw refuse(
        object,
        field,
        port,
        `provided port is not in the valid range. The range of valid ports is ${FIRST}-${LAST}`,
      );
    if (this.#inUse().has(port)) throw refuse(object, field, port, "provided port is already allocated");
    return port;
  }
}

const refuse = (object: KubeObject, field: string, port: number, why: string): Error =>
  invalidObject({ group: "", kind: "Service" }, object.metadata.name ?? "", [invalid(field, port, why)]);

/** One port of the service has one port of the nodes, under whatever protocols; what is asked for wins. */
function sharedPort(ports: readonly ServicePort[], index: number): number {
  const number = ports[index]?.port;
  const same = (other: ServicePort): boolean => other.port === number && (other.nodePort ?? 0) !== 0;
  return (ports.slice(0, index).find(same) ?? ports.find(same))?.nodePort ?? 0;
}

function portsOf(service: KubeObject | undefined): number[] {
  const { ports = [], healthCheckNodePort = 0 } = (service?.spec ?? {}) as ServiceSpec;
  return [...ports.map((port) => port.nodePort ?? 0), healthCheckNodePort].filter((port) => port !== 0);
}
