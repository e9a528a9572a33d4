import type { KubeObject } from "../../../../api/meta.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { ServiceSpec } from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import {
  isExternallyAccessible,
  isExternalName,
  isLoadBalancer,
  needsHealthCheck,
  type Service,
  usesNodePorts,
} from "./service-types.ts";

/**
 * Drops fields that only the old type needs after a change of type, unless the client has changed these
 * fields, too. If the client sends the stored values, it probably did not mean to keep them.
 */
export function dropTypeDependentFields(object: KubeObject, old: ServiceSpec): void {
  const { spec } = view<Service>(object);
  if (!isExternalName(old) && isExternalName(spec)) dropAddresses(spec, old);
  if (usesNodePorts(old) && !usesNodePorts(spec) && hasNoNewNodePorts(spec, old)) {
    for (const port of spec.ports ?? []) delete port.nodePort;
  }
  const lost = (has: (spec: ServiceSpec) => boolean): boolean => has(old) && !has(spec);
  if (lost(needsHealthCheck)) dropIfSame("healthCheckNodePort", spec, old);
  if (lost(isLoadBalancer)) {
    dropIfSame("allocateLoadBalancerNodePorts", spec, old);
    dropIfSame("loadBalancerClass", spec, old);
  }
  if (lost(isExternallyAccessible)) dropIfSame("externalTrafficPolicy", spec, old);
  if (!isLoadBalancer(spec))
    object.status = { ...view<{ status?: object }>(object).status, loadBalancer: {} };
}

function dropAddresses(spec: ServiceSpec, old: ServiceSpec): void {
  const sameIps =
    (spec.clusterIP ?? "") === (old.clusterIP ?? "") && deepEqual(spec.clusterIPs, old.clusterIPs);
  if (sameIps) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  dropIfSame("ipFamilies", spec, old);
  dropIfSame("ipFamilyPolicy", spec, old);
}

function dropIfSame(field: keyof ServiceSpec, spec: ServiceSpec, old: ServiceSpec): void {
  if (deepEqual(spec[field], old[field])) delete spec[field];
}

function hasNoNewNodePorts(spec: ServiceSpec, old: ServiceSpec): boolean {
  const known = new Set((old.ports ?? []).map(({ nodePort = 0 }) => nodePort));
  return (spec.ports ?? []).every(({ nodePort = 0 }) => nodePort === 0 || known.has(nodePort));
}
