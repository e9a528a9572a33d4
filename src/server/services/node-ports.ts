import { invalid, invalidObject } from "../../api/field-error.ts";
import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";

const FIRST = 30_000;
const LAST = 32_767;

interface ServicePort extends JsonObject {
  nodePort?: number;
  protocol?: string;
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
  reserve(object: KubeObject, spec: JsonObject, old: KubeObject | undefined): () => void {
    const ports = (spec.ports ?? []) as ServicePort[];
    if (!wantsNodePorts(spec)) return () => {};
    const before = new Set(portsOf(old));
    const mine: number[] = [];
    for (const [index, port] of ports.entries()) {
      const asked = port.nodePort ?? 0;
      if (asked !== 0 && (before.has(asked) || mine.includes(asked))) continue;
      port.nodePort = asked === 0 ? this.#choose() : this.#claim(object, index, asked);
      this.#reserved.add(port.nodePort);
      mine.push(port.nodePort);
    }
    return () => {
      for (const port of mine) this.#reserved.delete(port);
    };
  }

  #inUse(): Set<number> {
    return new Set([...this.#reserved, ...this.#services().flatMap(portsOf)]);
  }

  #choose(): number {
    const used = this.#inUse();
    const count = LAST - FIRST + 1;
    const start = Math.floor(this.#random() * count);
    for (let i = 0; i < count; i++) {
      const port = FIRST + ((start + i) % count);
      if (!used.has(port)) return port;
    }
    throw new Error("failed to allocate a nodePort: range is full");
  }

  #claim(object: KubeObject, index: number, port: number): number {
    const field = `spec.ports[${index}].nodePort`;
    if (port < FIRST || port > LAST)
      throw refuse(object, field, port, `provided port is not in the valid range. The range of valid ports is ${FIRST}-${LAST}`);
    if (this.#inUse().has(port)) throw refuse(object, field, port, "provided port is already allocated");
    return port;
  }
}

const refuse = (object: KubeObject, field: string, port: number, why: string): Error =>
  invalidObject({ group: "", kind: "Service" }, object.metadata.name ?? "", [invalid(field, port, why)]);

function wantsNodePorts(spec: JsonObject): boolean {
  return spec.type === "NodePort" || (spec.type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false);
}

function portsOf(service: KubeObject | undefined): number[] {
  const ports = ((service?.spec ?? {}) as JsonObject).ports as ServicePort[] | undefined;
  return (ports ?? []).map((port) => port.nodePort ?? 0).filter((port) => port !== 0);
}
