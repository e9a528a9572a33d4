import { type KubeObject, specOf } from "../../../../api/meta.ts";
import type { BuiltinPlugin } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";
import { isResource } from "../../builtin/is-resource.ts";

/**
 * Refuses external addresses that a Service did not have before
 * (kubernetes/plugin/pkg/admission/network/denyserviceexternalips/admission.go).
 */
export const denyServiceExternalIps: BuiltinPlugin = {
  kind: "builtin",
  name: "DenyServiceExternalIPs",
  operations: new Set(["CREATE", "UPDATE"]),
  validate: (context) => {
    const { attributes, object } = context;
    if (!isResource(attributes, "", "services")) return undefined;
    const known = new Set(addressesOf(attributes.oldObject));
    if (addressesOf(object).every((address) => known.has(address))) return undefined;
    return forbid(context, "Use of external IPs is denied by admission control");
  },
};

function addressesOf(service: KubeObject | null): readonly unknown[] {
  const { externalIPs } = specOf(service);
  return Array.isArray(externalIPs) ? externalIPs : [];
}
