import { AGE, column, flagAt, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { statusOnlyElsewhere } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { fillVolumeAttachment } from "./defaults.ts";
import { attachment } from "./validate.ts";

export const volumeAttachment = defineResource({
  group: "storage.k8s.io",
  kind: "VolumeAttachment",
  scope: "Cluster",
  versions: [{ version: "v1", defaults: fillVolumeAttachment }],
  columns: [
    NAME,
    column`Attacher: string/name ${textAt("spec.attacher")} attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by GetPluginName().`,
    column`PV: ${textAt("spec.source.persistentVolumeName")} persistentVolumeName represents the name of the persistent volume to attach.`,
    column`Node: ${textAt("spec.nodeName")} nodeName represents the node that the volume should be attached to.`,
    column`Attached: boolean ${flagAt("status.attached")} attached indicates the volume is successfully attached. This field must only be set by the entity completing the attach operation, i.e. the external-attacher.`,
    AGE,
  ],
  subresources: [
    status(
      { validateUpdate: attachment.validateUpdate, allowUnconditionalUpdate: false, repeatsMeta: ["create"] },
      "metadata",
    ),
  ],
  strategy: {
    allowUnconditionalUpdate: false,
    returnDeletedObject: true,
    ...statusOnlyElsewhere("storage/v1.VolumeAttachment"),
    ...attachment,
    repeatsMeta: ["create"],
  },
});
