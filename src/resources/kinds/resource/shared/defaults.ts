import type { JsonObject } from "../../../../api/json.ts";
import { each, type Fill, within, zero } from "../../../define/fill.ts";

const fillRequest: Fill = (request) => {
  within(request, "exactly", fillExactRequest);
  each(request, "firstAvailable", fillExactRequest);
};

const fillExactRequest: Fill = (request) => {
  zero(request, "allocationMode", "ExactCount");
  if (request.allocationMode === "ExactCount") zero(request, "count", 1);
  each(request, "tolerations", fillToleration);
};

export const fillToleration: Fill = (toleration) => zero(toleration, "operator", "Equal");

export function fillClaimSpec(spec: JsonObject): void {
  within(spec, "devices", (devices) => each(devices, "requests", fillRequest));
}
