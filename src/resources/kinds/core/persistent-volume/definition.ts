import type { KubeObject } from "../../../../api/meta.ts";
import { formatTime } from "../../../../api/time.ts";
import { isJsonObject } from "../../../../json/value.ts";
import { at, text, texts } from "../../../define/cell.ts";
import { AGE, column, NAME, optionalTextAt, textAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, ensure, unset, within, zero } from "../../../define/fill.ts";
import { completePhase, keepField } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { PERSISTENT_SOURCES } from "../../shared/pod-template/volumes/fill-volume.ts";
import { accessModes, storageClass, volumePhase } from "../shared/volume-columns.ts";
import { prepareStatus, validate, validateStatus, validateUpdate, warnings } from "./validate.ts";

/** Defaults of the spec and of its source (SetDefaults_PersistentVolume). */
const fillPersistentVolume: ApplyDefaults = (volume) => {
  zero(ensure(volume, "status"), "phase", "Pending");
  const spec = ensure(volume, "spec");
  zero(spec, "persistentVolumeReclaimPolicy", "Retain");
  unset(spec, "volumeMode", "Filesystem");
  for (const [name, fill] of PERSISTENT_SOURCES) within(spec, name, fill);
};

export const persistentVolume = defineResource({
  group: "",
  kind: "PersistentVolume",
  scope: "Cluster",
  shortNames: ["pv"],
  versions: [{ version: "v1", defaults: fillPersistentVolume }],
  columns: [
    NAME,
    column`Capacity: ${textAt("spec.capacity.storage", "0")} capacity is the description of the persistent volume's resources and capacity. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#capacity`,
    column`Access Modes: ${(object) => accessModes(texts(object, "spec.accessModes"))} accessModes contains all ways the volume can be mounted. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes`,
    column`Reclaim Policy: ${textAt("spec.persistentVolumeReclaimPolicy")} persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its claim. Valid options are Retain (default for manually created PersistentVolumes), Delete (default for dynamically provisioned PersistentVolumes), and Recycle (deprecated). Recycle must be supported by the volume plugin underlying this PersistentVolume. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#reclaiming`,
    column`Status: ${volumePhase} phase indicates if a volume is available, bound to a claim, or released by a claim. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#phase`,
    column`Claim: ${claimName} claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. Expected to be non-nil when bound. claim.VolumeName is the authoritative bind between PV and PVC. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#binding`,
    column`StorageClass: ${storageClass} StorageClass of the pv`,
    column`VolumeAttributesClass: ${optionalTextAt("spec.volumeAttributesClassName", "<unset>")} VolumeAttributesClass of the pv`,
    column`Reason: ${textAt("status.reason")} reason is a brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the CLI.`,
    AGE,
    wide`VolumeMode: ${optionalTextAt("spec.volumeMode", "<unset>")} volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. Value of Filesystem is implied when not included in spec.`,
  ],
  subresources: [
    status({
      returnDeletedObject: true,
      prepareForUpdate: (object, old, { now }) => prepareStatus(object, old, now),
      validateUpdate: validateStatus,
    }),
  ],
  strategy: {
    returnDeletedObject: true,
    repeatsMeta: ["create"],
    resetFields: [["status"]],
    prepareForCreate(object, { now }) {
      object.status = { phase: "Pending", lastPhaseTransitionTime: formatTime(now) };
    },
    prepareForUpdate: (object, old) => keepField(object, old, "status"),
    completeStored: completePhase,
    validateCreate: (object, context) => validate(object, { invalidNodeAffinityValues: false }, context),
    validateUpdate,
    warnings: warnings,
  },
});

/** `namespace/name` of the claim; empty if the volume is not bound. */
function claimName(object: KubeObject): string {
  const claim = at(object, "spec.claimRef");
  return isJsonObject(claim) ? `${text(claim, "namespace")}/${text(claim, "name")}` : "";
}
