import { each, unset } from "../../../define/fill.ts";
import type { ApplyDefaults } from "../../../define/resource-facts.ts";

export const fillEndpointSlice: ApplyDefaults = (slice) =>
  each(slice, "ports", (port) => {
    unset(port, "name", "");
    unset(port, "protocol", "TCP");
  });
