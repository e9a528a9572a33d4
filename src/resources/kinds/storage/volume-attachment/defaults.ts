import { type ApplyDefaults, part, within } from "../../../define/fill.ts";
import { PERSISTENT_SOURCES } from "../../shared/pod-template/volumes/fill-volume.ts";

/** Defaults of the source of an inline volume. */
export const fillVolumeAttachment: ApplyDefaults = (attachment) => {
  const inline = part(part(part(attachment, "spec"), "source"), "inlineVolumeSpec");
  for (const [name, fill] of PERSISTENT_SOURCES) within(inline, name, fill);
};
