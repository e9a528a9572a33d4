import { invalid, invalidObject } from "../../api/field-error.ts";
import { membersOf } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { internalError, plainError } from "../../api/status.ts";
import type { ServicePort, ServiceSpec } from "../../resources/kinds/core/fields/v1-types.ts";
import { takesNodePorts } from "../../resources/kinds/core/service/allocation.ts";
import { needsHealthCheck, usesNodePorts } from "../../resources/kinds/core/service/service-types.ts";
import { PortRefusal, type PortSource } from "./port-source.ts";

/**
 * Gives every port of a Service that wants one a number on the nodes, and the Service one for health checks. Changes the
 * object. Throws the StatusError of a refusal; what has been taken until then is the caller's to put back.
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

/** What the Service has on the nodes. */
export function portsOf(service: KubeObject | undefined): number[] {
  const spec = specOf(service);
  const ports = usesNodePorts(spec) ? nodePortsOf(spec) : [];
  const health = needsHealthCheck(spec) ? (spec.healthCheckNodePort ?? 0) : 0;
  return health === 0 ? ports : [...ports, health];
}

const specOf = (service: KubeObject | undefined): ServiceSpec => membersOf<ServiceSpec>(service?.spec);

const nodePortsOf = ({ ports = [] }: ServiceSpec): number[] =>
  ports.map(({ nodePort = 0 }) => nodePort).filter((port) => port !== 0);

/** One port of the Service has one port of the nodes, under whatever protocols; what is asked for wins. */
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

/** What the Service has it keeps. */
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

/** Load balancers ask nodes there whether they have an endpoint. */
function assignHealthCheckPort(spec: ServiceSpec, source: PortSource): void {
  const asked = spec.healthCheckNodePort ?? 0;
  if (asked !== 0)
    orRefuse(
      () => source.take(asked),
      (why) => internalError(`failed to allocate requested HealthCheck NodePort ${asked}: ${why}`),
    );
  else
    spec.healthCheckNodePort = orRefuse(
      () => source.next(),
      (why) => internalError(`failed to allocate a HealthCheck NodePort 0: ${why}`),
    );
}

const next = (source: PortSource): number =>
  orRefuse(
    () => source.next(),
    (why) => internalError(`failed to allocate a nodePort: ${why}`),
  );

function claim({ metadata }: KubeObject, index: number, port: number, source: PortSource): number {
  const field = `spec.ports[${index}].nodePort`;
  orRefuse(
    () => source.take(port),
    (why) => invalidObject({ group: "", kind: "Service" }, metadata.name ?? "", [invalid(field, port, why)]),
  );
  return port;
}

function orRefuse<T>(take: () => T, refusal: (why: string) => Error): T {
  try {
    return take();
  } catch (error) {
    if (error instanceof PortRefusal) throw refusal(error.message);
    throw error;
  }
}
