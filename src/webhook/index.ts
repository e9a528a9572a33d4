/** Write admission webhooks in TypeScript. */
export type { GroupVersion, GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference, UserInfo } from "../api/meta.ts";
export type { Json, JsonObject } from "../json/value.ts";
export type { CallerOptions } from "./callers.ts";
export { type SecretCertificateOptions, secretCertificate } from "./certificate/secret-certificate.ts";
export { type Convert, type Converter, converting, handleConversion } from "./convert.ts";
export { Deadline } from "./deadline.ts";
export {
  type Allowed,
  allow,
  type Decision,
  type DecisionOptions,
  type Denied,
  type DenyOptions,
  deny,
  patched,
} from "./decision.ts";
export {
  type Change,
  type Check,
  type MutatingHandlers,
  type Mutation,
  mutating,
  type ValidatingHandlers,
  type Validation,
  validating,
  type Webhook,
  type WebhookOptions,
} from "./define.ts";
export type { Endpoint } from "./endpoints.ts";
export type { Failure, OnFailure } from "./failure.ts";
export { handleReview, type Told, type WebhookAnswer } from "./handle.ts";
export { type Listener, type ListenerOptions, webhookListener } from "./listener.ts";
export {
  createLookup,
  type ListPlace,
  type Lookup,
  type LookupOptions,
  type LookupSignal,
  type Place,
} from "./lookup/lookup.ts";
export { manifests } from "./manifest/manifests.ts";
export type { ManifestOptions } from "./manifest/options.ts";
export {
  type FastifyLike,
  type FastifyReplyLike,
  type FastifyRequestLike,
  type FetchOptions,
  fastifyWebhooks,
  webhookFetch,
} from "./mount.ts";
export type { Call, OnCall } from "./observe.ts";
export { on, type Registration, type Rule, type Selector } from "./registration.ts";
export {
  type AnyObject,
  type Operation,
  type RequestDetails,
  requestOf,
  type WebhookRequest,
} from "./request.ts";
export { type ServeWebhooksOptions, serveWebhooks, type WebhookServer } from "./serve.ts";
export type { Pair, PairFiles, PairSource } from "./tls.ts";
export type { OpenTelemetry, Span, Tracer } from "./trace.ts";
