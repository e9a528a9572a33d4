import type { ChangeCheck, FieldReport } from "../../../../api/validation/field-report.ts";
import { canonicalCidrProblems, isIPv4, parseCidr } from "../../../../go/ip-address.ts";
import type { ServiceCIDRSpec } from "../../../../types/tables/networking/v1-types.ts";
import { texts } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { statusOnlyElsewhere, validatesSpec } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";

/** Checks the networks; an update may only add a second one (ValidateServiceCIDRUpdate). */
const checkServiceCIDR: ChangeCheck<ServiceCIDRSpec> = ({ cidrs = [] }, old, at) => {
  const path = at.child("cidrs");
  if (old === undefined) {
    checkNetworks(cidrs, path);
    return;
  }
  const before = old.cidrs ?? [];
  const widened = before.length === 1 && cidrs.length === 2;
  if (before.length !== cidrs.length && !widened) path.invalid(cidrs, "field is immutable");
  else {
    before.forEach((network, i) => {
      if (cidrs[i] !== network) path.index(i).invalid(cidrs[i], "field is immutable");
    });
    if (widened) checkNetworks(cidrs, path);
  }
};

function checkNetworks(cidrs: readonly string[], at: FieldReport): void {
  if (cidrs.length === 0) at.required("at least one CIDR required");
  else if (cidrs.length > 2) at.invalid({ CIDRs: cidrs }, "may only hold up to 2 values");
  else {
    at.each(cidrs, (network, here) => here.problems(network, canonicalCidrProblems(network)));
    const families = cidrs
      .map((network) => parseCidr(network))
      .map((network) => network && isIPv4(network.ip));
    if (families.length === 2 && families[0] !== undefined && families[0] === families[1]) {
      const wrong =
        "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
      at.invalid(cidrs, wrong);
    }
  }
}

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
