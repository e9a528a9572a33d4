/** Basic types of the Kubernetes API: objects, kinds, selectors, errors. */
export type { Handler, Peer, PeerCertificate, ServerRequest, ServerResponse } from "./exchange.ts";
export { type FieldError, invalidObject } from "./field-error.ts";
export { type FieldRequirement, parseFieldSelector } from "./field-selector.ts";
export {
  formatGroupVersion,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  parseGroupVersion,
} from "./group-version.ts";
export type { Json, JsonObject } from "./json.ts";
export { compileLabelSelector, type LabelSelector } from "./label-selector.ts";
export { type MemoryRequestInit, memoryRequest } from "./memory-request.ts";
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference, UserInfo } from "./meta.ts";
export { parseLabelSelector } from "./parse-label-selector.ts";
export { type Status, type StatusCause, type StatusDetails, StatusError } from "./status.ts";
