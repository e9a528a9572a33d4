import { type ApplyDefaults, each, zero } from "../../../define/fill.ts";

export const fillEndpoints: ApplyDefaults = (endpoints) => {
  each(endpoints, "subsets", (subset) => each(subset, "ports", (port) => zero(port, "protocol", "TCP")));
};
