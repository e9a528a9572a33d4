import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import {
  ageOf,
  at,
  count,
  formatLabels,
  items,
  type MakeCells,
  nameOf,
  text,
  texts,
} from "../../define/cell.ts";

export const serviceCells: MakeCells = (service, now) => [
  nameOf(service),
  text(service, "spec.type"),
  texts(service, "spec.clusterIPs")[0] ?? "<none>",
  externalAddress(service),
  items(service, "spec.ports").map(formatPort).join(",") || "<none>",
  ageOf(service, now),
  formatLabels(at(service, "spec.selector")),
];

function formatPort(port: JsonObject): string {
  const nodePort = count(port, "nodePort");
  const number = nodePort > 0 ? `${count(port, "port")}:${nodePort}` : String(count(port, "port"));
  return `${number}/${text(port, "protocol")}`;
}

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

/** Addresses or names that a load balancer was given, sorted. */
export function loadBalancerAddresses(object: KubeObject): string {
  const found = items(object, "status.loadBalancer.ingress").map((ingress) =>
    text(ingress, "ip", text(ingress, "hostname")),
  );
  return [...new Set(found.filter((address) => address !== ""))].sort().join(",");
}
