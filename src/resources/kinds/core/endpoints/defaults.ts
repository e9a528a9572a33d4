import { each, zero } from "../../../define/fill.ts";
import type { ApplyDefaults } from "../../../define/resource-facts.ts";

export const fillEndpoints: ApplyDefaults = (endpoints) => {
  each(endpoints, "subsets", (subset) => each(subset, "ports", (port) => zero(port, "protocol", "TCP")));
};
