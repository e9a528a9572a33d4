import { type ApplyDefaults, each, zero } from "../../../define/fill.ts";

/** Default of the protocol of ports, TCP (SetDefaults_Endpoints). */
export const fillEndpoints: ApplyDefaults = (endpoints) => {
  each(endpoints, "subsets", (subset) => each(subset, "ports", (port) => zero(port, "protocol", "TCP")));
};
