import { type ApplyDefaults, unset, within } from "../../../define/fill.ts";

/** Default of the scope of parameters, Cluster. */
export const fillIngressClass: ApplyDefaults = (ingressClass) =>
  within(ingressClass, "spec", (spec) =>
    within(spec, "parameters", (parameters) => unset(parameters, "scope", "Cluster")),
  );
