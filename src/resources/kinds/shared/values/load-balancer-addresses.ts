import type { KubeObject } from "../../../../api/meta.ts";
import { items, text } from "../../../define/cell.ts";

/** Prints the sorted addresses or names of a load balancer. */
export function loadBalancerAddresses(object: KubeObject): string {
  const found = items(object, "status.loadBalancer.ingress").map((ingress) =>
    text(ingress, "ip", text(ingress, "hostname")),
  );
  return [...new Set(found.filter((address) => address !== ""))].sort().join(",");
}
