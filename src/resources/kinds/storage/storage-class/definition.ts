import { AGE, column, flagAt, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { classWithDefault } from "./columns.ts";
import { fillStorageClass } from "./defaults.ts";
import { ofStorageClass, sameStorageClass, storageClassRules } from "./validate.ts";

export const storageClass = defineResource({
  group: "storage.k8s.io",
  kind: "StorageClass",
  scope: "Cluster",
  shortNames: ["sc"],
  versions: [{ version: "v1", defaults: fillStorageClass }],
  columns: [
    { ...NAME, cell: classWithDefault },
    column`Provisioner: ${textAt("provisioner")} provisioner indicates the type of the provisioner.`,
    column`ReclaimPolicy: ${textAt("reclaimPolicy", "Delete")} reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. Defaults to Delete.`,
    column`VolumeBindingMode: ${textAt("volumeBindingMode", "Immediate")} volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound.  When unset, VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature.`,
    column`AllowVolumeExpansion: ${flagAt("allowVolumeExpansion")} allowVolumeExpansion shows whether the storage class allow volume expand.`,
    AGE,
  ],
  strategy: {
    returnDeletedObject: true,
    ...checksThenCompares(storageClassRules, sameStorageClass),
    warnings: ofStorageClass,
  },
});
