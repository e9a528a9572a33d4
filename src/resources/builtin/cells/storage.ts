import {
  ageOf,
  at,
  type CellsTable,
  flag,
  items,
  type MakeCells,
  nameAndCreation,
  nameOf,
  sizeOf,
  text,
  texts,
} from "../../define/cell.ts";

const csiDriver: MakeCells = (object, now) => [
  nameOf(object),
  flag(object, "spec.attachRequired", true),
  flag(object, "spec.podInfoOnMount"),
  flag(object, "spec.storageCapacity"),
  at(object, "spec.tokenRequests") === undefined
    ? "<unset>"
    : items(object, "spec.tokenRequests")
        .map((request) => text(request, "audience"))
        .join(","),
  flag(object, "spec.requiresRepublish"),
  texts(object, "spec.volumeLifecycleModes").join(",") || "<none>",
  ageOf(object, now),
];

const csiNode: MakeCells = (object, now) => [
  nameOf(object),
  sizeOf(object, "spec.drivers"),
  ageOf(object, now),
];

const storageClass: MakeCells = (object, now) => {
  const annotations = object.metadata.annotations ?? {};
  const isDefault =
    annotations["storageclass.kubernetes.io/is-default-class"] === "true" ||
    annotations["storageclass.beta.kubernetes.io/is-default-class"] === "true";
  return [
    isDefault ? `${nameOf(object)} (default)` : nameOf(object),
    text(object, "provisioner"),
    text(object, "reclaimPolicy", "Delete"),
    text(object, "volumeBindingMode", "Immediate"),
    flag(object, "allowVolumeExpansion"),
    ageOf(object, now),
  ];
};

const volumeAttachment: MakeCells = (object, now) => [
  nameOf(object),
  text(object, "spec.attacher"),
  text(object, "spec.source.persistentVolumeName"),
  text(object, "spec.nodeName"),
  flag(object, "status.attached"),
  ageOf(object, now),
];

const volumeAttributesClass: MakeCells = (object, now) => [
  nameOf(object),
  text(object, "driverName"),
  ageOf(object, now),
];

export const storageCells: CellsTable = {
  csidrivers: csiDriver,
  csinodes: csiNode,
  csistoragecapacities: nameAndCreation,
  storageclasses: storageClass,
  volumeattachments: volumeAttachment,
  volumeattributesclasses: volumeAttributesClass,
};
