const forms = (type: string): string[] => [
  type,
  ...["Table", "PartialObjectMetadata", "PartialObjectMetadataList"].map(
    (as) => `${type};as=${as};g=meta.k8s.io;v=v1`,
  ),
];

/** Formats in which clients request objects, lists and events. */
export const ACCEPTS: readonly string[] = [
  ...forms("application/json"),
  ...forms("application/vnd.kubernetes.protobuf"),
  ...forms("application/yaml"),
  "application/json;as=Table;g=meta.k8s.io;v=v1,application/json;as=Table;g=meta.k8s.io;v=v1beta1,application/json",
  "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1beta1",
  "application/cbor,application/json",
];
