import type { JsonObject } from "../../../../json/value.ts";
import { type ApplyDefaults, each, ensure, parts, unset } from "../../../define/fill.ts";

/** Defaults of ports and of the policy types, which depend on the rules (SetDefaults_NetworkPolicy). */
export const fillNetworkPolicy: ApplyDefaults = (policy) => {
  const spec = ensure(policy, "spec");
  each(spec, "ingress", fillPorts);
  each(spec, "egress", fillPorts);
  if (Array.isArray(spec.policyTypes) && spec.policyTypes.length > 0) return;
  spec.policyTypes = parts(spec, "egress").length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
};

const fillPorts = (rule: JsonObject): void => each(rule, "ports", (port) => unset(port, "protocol", "TCP"));
