/**
 * Sallyport inside a program of one's own: a control plane, its storage, its port. What plugins are made of is in
 * `sallyport/admission`, what storages are made of in `sallyport/storage`.
 */
export type { BuiltinPlugin } from "./admission/hook.ts";
export { createBuiltinPlugins, type PluginSettings } from "./admission/hooks/builtin/builtin-plugins.ts";
export type { TolerationSeconds } from "./admission/hooks/builtin/pods/default-toleration-seconds.ts";
export {
  type Handler,
  LongBody,
  type Peer,
  type PeerCertificate,
  type ServerRequest,
  type ServerResponse,
} from "./api/exchange/exchange.ts";
export { type MemoryRequestInit, memoryRequest } from "./api/exchange/memory-request.ts";
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference, UserInfo } from "./api/meta.ts";
export type { Cancellation } from "./async/cancellation.ts";
export type {
  ControlPlane as Cluster,
  ControlPlaneOptions as ClusterOptions,
} from "./cluster/control-plane.ts";
export { createControlPlane as createCluster } from "./cluster/create-control-plane.ts";
export type { Observation, StoredChange } from "./cluster/observe-storage.ts";
export type { ObjectName } from "./cluster/path-of.ts";
export type { TellOfMode } from "./disk/private-files.ts";
export {
  type Certificates,
  type CertificatesRequest,
  type ClientIdentity,
  ensureCertificates,
  type FrontProxy,
} from "./http/certificates/ensure-certificates.ts";
export type { KeyPair } from "./http/certificates/issue.ts";
export type { OverheadTurn } from "./http/serve/connections.ts";
export type { HandshakeTurn } from "./http/serve/handshakes.ts";
export type { TlsSettings } from "./http/serve/tls-settings.ts";
export { type Listening, type ServeOptions, serve } from "./http/serve.ts";
export type { ServiceOverrides } from "./http/webhook-client/service-resolver.ts";
export type { Json, JsonObject } from "./json/value.ts";
export type { Authenticator } from "./server/authenticate/authenticate.ts";
export { bearerToken, parseTokenFile, type TokenTable } from "./server/authenticate/bearer-token.ts";
export { clientCertificate } from "./server/authenticate/client-certificate.ts";
export type { AuthorizationMode } from "./server/authorize/authorizer-chain.ts";
export type { Log } from "./server/log.ts";
export {
  createMemoryStorage,
  type EtcdStorageOptions,
  type HistoryOptions,
  type LmdbStorageOptions,
  type MemoryStorageOptions,
  openEtcdStorage,
  openLmdbStorage,
  type Storage,
} from "./storage/index.ts";
