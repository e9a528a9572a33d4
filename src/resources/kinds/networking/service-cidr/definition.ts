import { texts } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { statusOnlyElsewhere, validatesSpec } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { checkServiceCIDR } from "./validate.ts";

export const serviceCidr = defineResource({
  group: "networking.k8s.io",
  kind: "ServiceCIDR",
  scope: "Cluster",
  versions: [{ version: "v1" }, { version: "v1beta1", deprecated: 34, removed: 37 }],
  columns: [
    NAME,
    column`CIDRs: ${(object) => texts(object, "spec.cidrs").join(",")} cidrs defines the IP blocks in CIDR notation (e.g. "192.168.0.0/24" or "2001:db8::/64") from which to assign service cluster IPs. Max of two CIDRs is allowed, one of each IP family. This field is immutable.`,
    AGE,
  ],
  subresources: [status({}, "metadata")],
  strategy: { ...statusOnlyElsewhere("networking/v1.ServiceCIDR"), ...validatesSpec(checkServiceCIDR) },
});
