import type { KubeObject } from "../../../../api/meta.ts";
import { nameIsDnsLabel } from "../../../../api/validation/name-format.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { JsonObject } from "../../../../json/value.ts";
import type { ServiceSpec } from "../../../../types/tables/core/v1-types.ts";
import { count, items, text, texts } from "../../../define/cell.ts";
import { AGE, column, labelsAt, NAME, textAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldsAt } from "../../../define/selectable-fields.ts";
import { keepField, validatesObject, view } from "../../../define/strategy.ts";
import { proxy, status } from "../../../define/subresources.ts";
import { loadBalancerAddresses } from "../../shared/values/load-balancer-addresses.ts";
import { fillService } from "./defaults.ts";
import {
  isExternallyAccessible,
  isExternalName,
  isLoadBalancer,
  needsHealthCheck,
  type Service,
  usesNodePorts,
} from "./service-types.ts";
import {
  asRead,
  checkServiceChange,
  clearStatus,
  statusWarnings,
  validateStatus,
  warnings,
} from "./validate.ts";

export const service = defineResource({
  group: "",
  kind: "Service",
  scope: "Namespaced",
  shortNames: ["svc"],
  categories: ["all"],
  storagePrefix: "services/specs",
  versions: [{ version: "v1", defaults: fillService }],
  columns: [
    NAME,
    column`Type: ${textAt("spec.type")} type determines how the Service is exposed. Defaults to ClusterIP. Valid options are ExternalName, ClusterIP, NodePort, and LoadBalancer. "ClusterIP" allocates a cluster-internal IP address for load-balancing to endpoints. Endpoints are determined by the selector or if that is not specified, by manual construction of an Endpoints object or EndpointSlice objects. If clusterIP is "None", no virtual IP is allocated and the endpoints are published as a set of endpoints rather than a virtual IP. "NodePort" builds on ClusterIP and allocates a port on every node which routes to the same endpoints as the clusterIP. "LoadBalancer" builds on NodePort and creates an external load-balancer (if supported in the current cloud) which routes to the same endpoints as the clusterIP. "ExternalName" aliases this service to the specified externalName. Several other fields do not apply to ExternalName services. More info: https://kubernetes.io/docs/concepts/services-networking/service/#publishing-services-service-types`,
    column`Cluster-IP: ${(object) => texts(object, "spec.clusterIPs")[0] ?? "<none>"} clusterIP is the IP address of the service and is usually assigned randomly. If an address is specified manually, is in-range (as per system configuration), and is not in use, it will be allocated to the service; otherwise creation of the service will fail. This field may not be changed through updates unless the type field is also being changed to ExternalName (which requires this field to be blank) or the type field is being changed from ExternalName (in which case this field may optionally be specified, as describe above).  Valid values are "None", empty string (""), or a valid IP address. Setting this to "None" makes a "headless service" (no virtual IP), which is useful when direct endpoint connections are preferred and proxying is not required.  Only applies to types ClusterIP, NodePort, and LoadBalancer. If this field is specified when creating a Service of type ExternalName, creation will fail. This field will be wiped when updating a Service to type ExternalName. More info: https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies`,
    column`External-IP: ${externalAddress} externalIPs is a list of IP addresses for which nodes in the cluster will also accept traffic for this service.  These IPs are not managed by Kubernetes.  The user is responsible for ensuring that traffic arrives at a node with this IP.  A common example is external load-balancers that are not part of the Kubernetes system.`,
    column`Port(s): ${(object) => items(object, "spec.ports").map(formatPort).join(",") || "<none>"} The list of ports that are exposed by this service. More info: https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies`,
    AGE,
    wide`Selector: ${labelsAt("spec.selector")} Route service traffic to pods with label keys and values matching this selector. If empty or not present, the service is assumed to have an external process managing its endpoints, which Kubernetes will not modify. Only applies to types ClusterIP, NodePort, and LoadBalancer. Ignored if type is ExternalName. More info: https://kubernetes.io/docs/concepts/services-networking/service/`,
  ],
  selectableFields: fieldsAt("spec.clusterIP", "spec.type"),
  subresources: [
    proxy("ServiceProxyOptions"),
    status({
      allowCreateOnUpdate: true,
      nameProblems: nameIsDnsLabel,
      validateUpdate: validateStatus,
      warnings: statusWarnings,
    }),
  ],
  strategy: {
    allowCreateOnUpdate: true,
    returnDeletedObject: true,
    nameProblems: nameIsDnsLabel,
    resetFields: [["status"]],
    prepareForCreate: clearStatus,
    prepareForUpdate(object, old) {
      keepField(object, old, "status");
      dropTypeDependentFields(object, view<Service>(old).spec);
    },
    completeStored: asRead,
    completesAnswersOnly: true,
    ...validatesObject(checkServiceChange),
    warnings: warnings,
  },
});

/** A port as the table shows it: `80:30080/TCP`. */
function formatPort(port: JsonObject): string {
  const nodePort = count(port, "nodePort");
  const number = nodePort > 0 ? `${count(port, "port")}:${nodePort}` : String(count(port, "port"));
  return `${number}/${text(port, "protocol")}`;
}

/** Addresses from outside; `<pending>` if a load balancer has not given one yet. */
function externalAddress(service: KubeObject): string {
  const own = texts(service, "spec.externalIPs");
  switch (text(service, "spec.type")) {
    case "ClusterIP":
    case "NodePort":
      return own.join(",") || "<none>";
    case "LoadBalancer": {
      const given = loadBalancerAddresses(service);
      return [...(given === "" ? [] : [given]), ...own].join(",") || "<pending>";
    }
    case "ExternalName":
      return text(service, "spec.externalName");
    default:
      return "<unknown>";
  }
}

/**
 * Drops fields that only the old type needs after a change of type, unless the client has changed these
 * fields, too. If the client sends the stored values, it probably did not mean to keep them.
 */
function dropTypeDependentFields(object: KubeObject, old: ServiceSpec): void {
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
