/** Forms of objects in a response. */
export type Encoding = "json" | "yaml" | "protobuf";

/** Media types in the order of preference: a wildcard selects the first that the endpoint allows. */
export const MEDIA_TYPES: Readonly<Record<Encoding, string>> = {
  json: "application/json",
  yaml: "application/yaml",
  protobuf: "application/vnd.kubernetes.protobuf",
};
