import type { KubeObject } from "../../../../api/meta.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { count, text, texts } from "../../../define/cell.ts";
import { loadBalancerAddresses } from "../../shared/values/load-balancer-addresses.ts";

/** A port as the table shows it: `80:30080/TCP`. */
export function formatPort(port: JsonObject): string {
  const nodePort = count(port, "nodePort");
  const number = nodePort > 0 ? `${count(port, "port")}:${nodePort}` : String(count(port, "port"));
  return `${number}/${text(port, "protocol")}`;
}

/** Addresses from outside; `<pending>` if a load balancer has not given one yet. */
export function externalAddress(service: KubeObject): string {
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
