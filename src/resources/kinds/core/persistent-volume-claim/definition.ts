import type { KubeObject } from "../../../../api/meta.ts";
import { text, texts } from "../../../define/cell.ts";
import { AGE, column, NAME, optionalTextAt, textAt, wide } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { fieldGuard, withoutFields } from "../../../define/field-guard.ts";
import { completePhase, keepField, statusOnly, view } from "../../../define/strategy.ts";
import { update } from "../../../define/subresources.ts";
import { accessModes, storageClass, volumePhase } from "../shared/volume-columns.ts";
import { fillClaim } from "./defaults.ts";
import {
  type Claim,
  prepareSources,
  validate,
  validateStatus,
  validateUpdate,
  warnings,
} from "./validate.ts";

/** True if the claim names its volume. */
const isBound = (object: KubeObject): boolean => text(object, "spec.volumeName") !== "";

export const persistentVolumeClaim = defineResource({
  group: "",
  kind: "PersistentVolumeClaim",
  scope: "Namespaced",
  shortNames: ["pvc"],
  versions: [{ version: "v1", defaults: fillClaim }],
  columns: [
    NAME,
    column`Status: ${volumePhase} phase represents the current phase of PersistentVolumeClaim.`,
    column`Volume: ${textAt("spec.volumeName")} volumeName is the binding reference to the PersistentVolume backing this claim.`,
    column`Capacity: ${(object) => (isBound(object) ? text(object, "status.capacity.storage", "0") : "")} capacity represents the actual resources of the underlying volume.`,
    column`Access Modes: ${(object) => (isBound(object) ? accessModes(texts(object, "status.accessModes")) : "")} accessModes contains the actual access modes the volume backing the PVC has. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes-1`,
    column`StorageClass: ${storageClass} StorageClass of the pvc`,
    column`VolumeAttributesClass: ${optionalTextAt("spec.volumeAttributesClassName", "<unset>")} VolumeAttributesClass of the pvc`,
    AGE,
    wide`VolumeMode: ${optionalTextAt("spec.volumeMode", "<unset>")} volumeMode defines what type of volume is required by the claim. Value of Filesystem is implied when not included in claim spec.`,
  ],
  subresources: [
    update(
      "status",
      withoutFields(
        [fieldGuard("CSIVolumeHealth", ["status.healthStatus"])],
        statusOnly({ returnDeletedObject: true, validateUpdate: validateStatus }),
      ),
    ),
  ],
  strategy: {
    returnDeletedObject: true,
    repeatsMeta: ["update", "create"],
    resetFields: [["status"]],
    prepareForCreate(object, context) {
      object.status = {};
      prepareSources(view<Claim>(object).spec, undefined, context);
    },
    prepareForUpdate(object, old, context) {
      keepField(object, old, "status");
      prepareSources(view<Claim>(object).spec, view<Claim>(old).spec, context);
    },
    completeStored: completePhase,
    validateCreate: validate,
    validateUpdate,
    warnings: warnings,
  },
});
