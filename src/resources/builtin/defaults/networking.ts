import type { JsonObject } from "../../../api/json.ts";
import { each, ensure, parts, unset, within } from "../../define/fill.ts";
import type { ApplyDefaults, DefaultsTable } from "./defaults-types.ts";

const fillNetworkPolicy: ApplyDefaults = (policy) => {
  const spec = ensure(policy, "spec");
  each(spec, "ingress", fillPorts);
  each(spec, "egress", fillPorts);
  if (Array.isArray(spec.policyTypes) && spec.policyTypes.length > 0) return;
  spec.policyTypes = parts(spec, "egress").length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
};

const fillPorts = (rule: JsonObject): void => each(rule, "ports", (port) => unset(port, "protocol", "TCP"));

const fillIngressClass: ApplyDefaults = (ingressClass) =>
  within(ingressClass, "spec", (spec) =>
    within(spec, "parameters", (parameters) => unset(parameters, "scope", "Cluster")),
  );

export const networkingDefaults: DefaultsTable = {
  IngressClass: fillIngressClass,
  NetworkPolicy: fillNetworkPolicy,
};
