/** Basic types of the Kubernetes API: objects, kinds, selectors, errors. */
export type { Handler, Peer, PeerCertificate, ServerRequest, ServerResponse } from "./exchange/exchange.ts";
export { type FieldError, invalidObject } from "./validation/field-error.ts";
export { type FieldRequirement, parseFieldSelector } from "./selectors/field-selector.ts";
export {
  formatGroupVersion,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  parseGroupVersion,
} from "./group-version.ts";
export type { Json, JsonObject } from "../json/value.ts";
export { compileLabelSelector, type LabelSelector } from "./selectors/label-selector.ts";
export { type MemoryRequestInit, memoryRequest } from "./exchange/memory-request.ts";
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference, UserInfo } from "./meta.ts";
export { parseLabelSelector } from "./selectors/parse-label-selector.ts";
export { type Status, type StatusCause, type StatusDetails, StatusError } from "./status.ts";
