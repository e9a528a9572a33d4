import type { ResourceGroup } from "../../define/resource-group.ts";
import { csiDriver } from "./csi-driver/definition.ts";
import { csiNode } from "./csi-node/definition.ts";
import { csiStorageCapacity } from "./csi-storage-capacity/definition.ts";
import { storageClass } from "./storage-class/definition.ts";
import { volumeAttachment } from "./volume-attachment/definition.ts";
import { volumeAttributesClass } from "./volume-attributes-class/definition.ts";

export const storage: ResourceGroup = {
  name: "storage.k8s.io",
  priority: 16_800,
  versionPriority: { v1beta1: 9 },
  resources: [csiDriver, csiNode, csiStorageCapacity, storageClass, volumeAttachment, volumeAttributesClass],
};
