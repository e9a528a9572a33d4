import { type ApplyDefaults, unset, within } from "../../../define/fill.ts";

export const fillIngressClass: ApplyDefaults = (ingressClass) =>
  within(ingressClass, "spec", (spec) =>
    within(spec, "parameters", (parameters) => unset(parameters, "scope", "Cluster")),
  );
