import type { JsonObject } from "../../../api/json.ts";
import { each, type Fill, part, unset, within, zero } from "../../define/fill.ts";
import type { ApplyDefaults, DefaultsTable } from "./defaults-types.ts";

const fillRequest: Fill = (request) => {
  within(request, "exactly", fillExactRequest);
  each(request, "firstAvailable", fillExactRequest);
};

const fillExactRequest: Fill = (request) => {
  zero(request, "allocationMode", "ExactCount");
  if (request.allocationMode === "ExactCount") zero(request, "count", 1);
  each(request, "tolerations", fillToleration);
};

const fillToleration: Fill = (toleration) => zero(toleration, "operator", "Equal");

function fillClaimSpec(spec: JsonObject): void {
  within(spec, "devices", (devices) => each(devices, "requests", fillRequest));
}

const fillClaim: ApplyDefaults = (claim) => {
  within(claim, "spec", fillClaimSpec);
  const devices = part(part(part(claim, "status"), "allocation"), "devices");
  each(devices, "results", (result) => each(result, "tolerations", fillToleration));
};

const fillSlice: ApplyDefaults = (slice) => {
  within(slice, "spec", (spec) =>
    each(spec, "devices", (device) => {
      each(device, "taints", (taint) => unset(taint, "timeAdded", nowInSeconds()));
      const mappings = part(device, "nodeAllocatableResourceMappings") ?? {};
      for (const name of Object.keys(mappings)) {
        within(mappings, name, (mapping) => unset(mapping, "allocationMultiplier", "1"));
      }
    }),
  );
};

const nowInSeconds = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

export const resourceDefaults: DefaultsTable = {
  ResourceClaim: fillClaim,
  ResourceClaimTemplate: (template) =>
    within(template, "spec", (spec) => within(spec, "spec", fillClaimSpec)),
  ResourceSlice: fillSlice,
};
