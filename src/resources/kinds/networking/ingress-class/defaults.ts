import { unset, within } from "../../../define/fill.ts";
import type { ApplyDefaults } from "../../../define/resource-facts.ts";

export const fillIngressClass: ApplyDefaults = (ingressClass) =>
  within(ingressClass, "spec", (spec) =>
    within(spec, "parameters", (parameters) => unset(parameters, "scope", "Cluster")),
  );
