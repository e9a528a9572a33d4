import { type ApplyDefaults, each, unset } from "../../../define/fill.ts";

/** Defaults of ports (SetDefaults_EndpointPort). */
export const fillEndpointSlice: ApplyDefaults = (slice) =>
  each(slice, "ports", (port) => {
    unset(port, "name", "");
    unset(port, "protocol", "TCP");
  });
