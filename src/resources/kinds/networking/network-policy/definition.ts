import type { JsonObject } from "../../../../json/value.ts";
import type { NetworkPolicySpec } from "../../../../types/tables/networking/v1-types.ts";
import { AGE, column, NAME, selectorAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, each, ensure, parts, unset } from "../../../define/fill.ts";
import { countGenerationExactly, specOf, startGeneration, validatesSpec } from "../../../define/strategy.ts";
import { checkNetworkPolicy, networkPolicyWarnings } from "./validate.ts";

/** Defaults of ports and of the policy types, which depend on the rules (SetDefaults_NetworkPolicy). */
const fillNetworkPolicy: ApplyDefaults = (policy) => {
  const spec = ensure(policy, "spec");
  each(spec, "ingress", fillPorts);
  each(spec, "egress", fillPorts);
  if (Array.isArray(spec.policyTypes) && spec.policyTypes.length > 0) return;
  spec.policyTypes = parts(spec, "egress").length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
};

const fillPorts = (rule: JsonObject): void => each(rule, "ports", (port) => unset(port, "protocol", "TCP"));

export const networkPolicy = defineResource({
  group: "networking.k8s.io",
  kind: "NetworkPolicy",
  scope: "Namespaced",
  shortNames: ["netpol"],
  versions: [{ version: "v1", defaults: fillNetworkPolicy }],
  columns: [
    NAME,
    column`Pod-Selector: ${selectorAt("spec.podSelector")} podSelector selects the pods to which this NetworkPolicy object applies. The array of rules is applied to any pods selected by this field. An empty selector matches all pods in the policy's namespace. Multiple network policies can select the same set of pods. In this case, the ingress rules for each are combined additively. This field is optional. If it is not specified, it defaults to an empty selector.`,
    AGE,
  ],
  strategy: {
    prepareForCreate: startGeneration,
    prepareForUpdate: (object, old) => countGenerationExactly(object, old, "spec"),
    ...validatesSpec(checkNetworkPolicy),
    warnings: (object) => networkPolicyWarnings(specOf<NetworkPolicySpec>(object)),
  },
});
