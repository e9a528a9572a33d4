import { formatTime } from "../../../../api/time.ts";
import { type ApplyDefaults, each, type Fill, unset, within } from "../../../define/fill.ts";

/** Defaults of devices in v1 and v1beta2. */
export const fillSlice: ApplyDefaults = (slice) =>
  within(slice, "spec", (spec) => each(spec, "devices", fillDevice));

/** Defaults of devices in v1beta1, where they are inside of `basic`. */
export const fillSliceV1beta1: ApplyDefaults = (slice) =>
  within(slice, "spec", (spec) => each(spec, "devices", (device) => within(device, "basic", fillDevice)));

const fillDevice: Fill = (device) => {
  each(device, "taints", fillTaint);
};

/** Default of a taint of a device: the time. */
export const fillTaint: Fill = (taint) => unset(taint, "timeAdded", nowInSeconds());

const nowInSeconds = (): string => formatTime(Date.now());
