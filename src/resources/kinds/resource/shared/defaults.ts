import type { JsonObject } from "../../../../json/value.ts";
import { each, type Fill, within, zero } from "../../../define/fill.ts";

const fillRequest: Fill = (request) => {
  within(request, "exactly", fillExactRequest);
  each(request, "firstAvailable", fillExactRequest);
};

const fillExactRequest: Fill = (request) => {
  fillCount(request);
  each(request, "tolerations", fillToleration);
};

function fillCount(request: JsonObject): void {
  zero(request, "allocationMode", "ExactCount");
  if (request.allocationMode === "ExactCount") zero(request, "count", 1);
}

/** Default of the operator, Equal. */
export const fillToleration: Fill = (toleration) => zero(toleration, "operator", "Equal");

/** Defaults of requests in v1 and v1beta2. */
export function fillClaimSpec(spec: JsonObject): void {
  within(spec, "devices", (devices) => each(devices, "requests", fillRequest));
}

/** Fills in a request of v1beta1, which has the fields of an exact request and alternatives at the same level. */
const fillRequestV1beta1: Fill = (request) => {
  if (request.deviceClassName !== undefined && request.deviceClassName !== "") fillCount(request);
  each(request, "tolerations", fillToleration);
  each(request, "firstAvailable", fillExactRequest);
};

/** Defaults of requests in v1beta1. */
export function fillClaimSpecV1beta1(spec: JsonObject): void {
  within(spec, "devices", (devices) => each(devices, "requests", fillRequestV1beta1));
}
