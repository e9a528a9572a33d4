import type { KubeObject } from "../../api/meta.ts";
import { internalError, plainError } from "../../api/status.ts";
import { invalid, invalidObject } from "../../api/validation/field-error.ts";
import { membersOf } from "../../json/value.ts";
import { takesNodePorts } from "../../resources/kinds/core/service/allocation.ts";
import { needsHealthCheck, usesNodePorts } from "../../resources/kinds/core/service/service-types.ts";
import type { ServicePort, ServiceSpec } from "../../types/tables/core/v1-types.ts";
import { PortRefusal, type PortSource } from "./port-source.ts";

/**
 * Assigns node ports to the ports of a Service that need one, and a port for health checks. Changes the
 * object. Throws the StatusError of a refusal; the caller must then return the ports that were taken before.
 */
export function assignPorts(object: KubeObject, old: KubeObject | undefined, source: PortSource): void {
  const spec = specOf(object);
  if (usesNodePorts(spec)) {
    if (old === undefined) assignFirst(object, spec, source);
    else assignFurther(object, spec, new Set(nodePortsOf(specOf(old))), source);
  }
  if (needsHealthCheck(spec) && !(old !== undefined && needsHealthCheck(specOf(old))))
    assignHealthCheckPort(spec, source);
}

/** Returns the node ports of a Service. */
export function portsOf(service: KubeObject | undefined): number[] {
  const spec = specOf(service);
  const ports = usesNodePorts(spec) ? nodePortsOf(spec) : [];
  const health = needsHealthCheck(spec) ? (spec.healthCheckNodePort ?? 0) : 0;
  return health === 0 ? ports : [...ports, health];
}

const specOf = (service: KubeObject | undefined): ServiceSpec => membersOf<ServiceSpec>(service?.spec);

const nodePortsOf = ({ ports = [] }: ServiceSpec): number[] =>
  ports.map(({ nodePort = 0 }) => nodePort).filter((port) => port !== 0);

/**
 * Assigns ports to a new Service. Ports with the same number get one node port, for all protocols. Requested
 * node ports have priority.
 */
function assignFirst(object: KubeObject, spec: ServiceSpec, source: PortSource): void {
  const ports = spec.ports ?? [];
  const chosen = new Map<number, number>();
  for (const [index, port] of ports.entries()) {
    const asked = port.nodePort ?? 0;
    if (asked === 0 && !takesNodePorts(spec)) continue;
    const number = port.port ?? 0;
    const known = chosen.get(number);
    if (known === undefined) {
      const wanted = ports.find((other) => other.port === port.port && (other.nodePort ?? 0) !== 0)?.nodePort;
      port.nodePort = wanted === undefined ? next(source) : claim(object, index, wanted, source);
      chosen.set(number, port.nodePort);
    } else if (asked === 0) port.nodePort = known;
    else if (asked !== known) claim(object, index, asked, source);
  }
}

/** Assigns ports to a Service that has some already. It keeps those. */
function assignFurther(
  object: KubeObject,
  spec: ServiceSpec,
  before: ReadonlySet<number>,
  source: PortSource,
): void {
  const mine = new Set<number>();
  const known = new Set<string>();
  for (const [index, port] of (spec.ports ?? []).entries()) {
    const asked = port.nodePort ?? 0;
    if (asked === 0 && !takesNodePorts(spec)) continue;
    if (asked === 0) port.nodePort = next(source);
    else if (!before.has(asked) && !mine.has(asked)) mine.add(claim(object, index, asked, source));
    refuseSecond(port, known);
  }
}

function refuseSecond({ protocol = "TCP", nodePort = 0 }: ServicePort, known: Set<string>): void {
  const text = `{${protocol} ${nodePort}}`;
  if (known.has(text)) throw plainError(`duplicate nodePort: ${text}`);
  known.add(text);
}

/** Assigns the health check port. Load balancers use it to ask nodes if they have an endpoint. */
function assignHealthCheckPort(spec: ServiceSpec, source: PortSource): void {
  const asked = spec.healthCheckNodePort ?? 0;
  const what = asked === 0 ? "a HealthCheck NodePort 0" : `requested HealthCheck NodePort ${asked}`;
  spec.healthCheckNodePort = orRefuse(
    () => (asked === 0 ? source.next() : source.take(asked)),
    (why) => internalError(`failed to allocate ${what}: ${why}`),
  );
}

const next = (source: PortSource): number =>
  orRefuse(
    () => source.next(),
    (why) => internalError(`failed to allocate a nodePort: ${why}`),
  );

function claim({ metadata }: KubeObject, index: number, port: number, source: PortSource): number {
  const field = `spec.ports[${index}].nodePort`;
  return orRefuse(
    () => source.take(port),
    (why) => invalidObject({ group: "", kind: "Service" }, metadata.name ?? "", [invalid(field, port, why)]),
  );
}

function orRefuse(take: () => number, refusal: (why: string) => Error): number {
  try {
    return take();
  } catch (error) {
    if (error instanceof PortRefusal) throw refusal(error.message);
    throw error;
  }
}
