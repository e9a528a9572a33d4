import { randomUUID } from "node:crypto";
import type { BuiltinPlugin, HookTarget } from "../admission/hook.ts";
import type { ManifestsView } from "../admission/manifests/manifest.ts";
import type { CallOptions, TransportResult } from "../admission/ports.ts";
import { NO_SERVICES, type ServiceClient } from "../api/exchange/service-client.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import type { WebhookClientConfig } from "../api/webhook-client-config.ts";
import { REAL_TIME, type SteadyClock } from "../async/steady-clock.ts";
import { Exposition } from "../metrics/exposition.ts";
import { type Features, ORDINARY_FEATURES } from "../resources/features/features.ts";
import type { ResourceDefinition } from "../resources/resource-definition.ts";
import type { Storage } from "../storage/storage.ts";
import { MIN_REQUEST_TIMEOUT_S, REQUEST_TIMEOUT_MS } from "./accept/deadline.ts";
import type { InFlightLimits } from "./accept/in-flight-limit.ts";
import {
  ANONYMOUS_EVERYWHERE,
  type AnonymousAccess,
  type Authenticator,
} from "./authenticate/authenticate.ts";
import type { AuthenticateToken } from "./authenticate/authenticate-token.ts";
import type { RequestHeaders } from "./authenticate/request-header.ts";
import { loopbackUser } from "./authenticate/user-names.ts";
import type { AuthorizerList } from "./authorize/authorizer-chain.ts";
import type { ReplicaIdentity } from "./background/replicas/replicas.ts";
import type { FurtherPages } from "./describe/further-pages.ts";
import type { VersionInfo } from "./describe/version.ts";
import type { SliceLookup } from "./handle/read/stored-lookup.ts";
import type { HealthCheck } from "./health/health-checks.ts";
import type { Log } from "./log.ts";
import { type LoopBudget, UNLIMITED_LOOP } from "./loop/loop-budget.ts";
import type { Recorder } from "./record/recorder.ts";
import type { TokenIssuer } from "./service-accounts/token-issuer.ts";

/** Version of Kubernetes whose API this is. */
export const KUBERNETES_VERSION = "v1.37.2+sallyport";

/** Options of a server. Only `storage`, `resources` and `webhooks` have no default. */
export interface ServerOptions {
  /** The storage. The caller that opened it closes it. */
  readonly storage: Storage;
  /** True if the storage has the objects that every server creates at its start; default false. */
  readonly hasFirstObjects?: boolean;
  /** Built-in kinds that are served. */
  readonly resources: readonly ResourceDefinition[];
  /** Opens the connections to webhooks; called once. They are closed with the server. */
  webhooks(services: ServiceLookup): WebhookCaller;
  /** Opens the connections to other API servers; called once. Default: no other server can be reached. */
  serviceClient?(services: ServiceLookup): ServiceClient;
  readonly authenticators?: readonly Authenticator[];
  /** Authenticators of tokens that are neither in a file nor of a service account, in this order. */
  readonly tokenAuthenticators?: readonly AuthenticateToken[];
  /** True if tokens of Secrets in kube-system are accepted; default false. */
  readonly bootstrapTokens?: boolean;
  /** Paths that anonymous clients may use. Default: all. */
  readonly anonymous?: AnonymousAccess;
  /** Regular expressions (RE2) of the origins whose pages may read answers (CORS). Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Data of the ConfigMap extension-apiserver-authentication in kube-system; default: there is none. */
  readonly trust?: Readonly<Record<string, string>>;
  /**
   * Headers in which a trusted proxy names the user; clients' own headers of these names are not forwarded to
   * other API servers. Default: the standard ones only.
   */
  readonly requestHeaders?: RequestHeaders;
  /** Authorizers in the order of their calls; default `RBAC`. `system:masters` is always allowed. */
  readonly authorizationModes?: AuthorizerList;
  /** Built-in admission plugins that are enabled. */
  readonly plugins?: readonly BuiltinPlugin[];
  /** True if mutating webhooks are called; default true, as for the three options below. */
  readonly mutatingWebhooks?: boolean;
  readonly validatingWebhooks?: boolean;
  readonly mutatingPolicies?: boolean;
  readonly validatingPolicies?: boolean;
  /** Configurations, policies and bindings from files; default: none. */
  readonly manifests?: ManifestsView;
  /** IPv4 CIDR of Service addresses; default 10.0.0.0/24. */
  readonly serviceClusterIpRange?: string;
  /** Ports on the nodes for Services; default 30000-32767. */
  readonly serviceNodePortRange?: string;
  /** Lifetime of events in milliseconds, if the storage supports one; 0, the default: unlimited. */
  readonly eventTtlMs?: number;
  /** Port on which the server will listen: the target port of the service `kubernetes`; default 6443. */
  readonly port?: number;
  /** Host and port that discovery names as the server's own; default: those of the client's request. */
  readonly serverAddress?: string;
  /** Signs and reads tokens of service accounts; default: one with a key of its own, for its own lifetime. */
  readonly tokenIssuer?: TokenIssuer;
  /** True if webhooks have no timeout, so that a developer can stop one in a debugger; default false. */
  readonly noWebhookTimeout?: boolean;
  /** Identity of this server among others on the same storage. Default: the storage has no other server. */
  readonly replica?: ReplicaIdentity;
  /** Limits of concurrent requests. Default: 400 reads, 200 writes. */
  readonly inFlight?: InFlightLimits;
  /** Default and upper bound of a request's time, in milliseconds; default 60,000. */
  readonly requestTimeoutMs?: number;
  /**
   * Shortest lifetime of a watch without a requested one, in seconds; the longest is twice as long. Default
   * 1800.
   */
  readonly minRequestTimeoutSeconds?: number;
  /**
   * True if the sum of both limits is divided among priority levels, whose requests wait in fair queues;
   * default true. Otherwise reads and writes are counted, and requests beyond a limit are refused.
   */
  readonly priorityAndFairness?: boolean;
  readonly recorders?: readonly Recorder[];
  /** Divides the time of the event loop among requests; default: no request waits for others. */
  readonly loop?: LoopBudget;
  /** Metrics of requests, for `/metrics`; default: none. */
  readonly metrics?: Exposition;
  /** Health checks of this server in addition to those of every server. */
  readonly healthChecks?: readonly HealthCheck[];
  /** Further paths; the authorizer decides which users may read them. */
  readonly pages?: FurtherPages;
  readonly version?: VersionInfo;
  /**
   * Features of Kubernetes that the server has; default: those of 1.37. `resources` must be made for the same
   * ones.
   */
  readonly features?: Features;
  /** Milliseconds since the epoch; default Date.now. */
  readonly now?: () => number;
  /** Clock for the durations of webhook calls and of requests; default: real time. */
  readonly steadyClock?: SteadyClock;
  /** Returns random (version 4) UUIDs. */
  readonly uid?: () => string;
  /** User of the server's own writes. Default: `system:apiserver` with a uid of its own. */
  readonly internalUser?: UserInfo;
  /** Returns random numbers in [0, 1). */
  readonly random?: () => number;
  readonly log?: Log;
  /** Sets the verbosity on klog's scale: 0 is least, 4 and more is everything. Default: changes nothing. */
  setVerbosity?(level: number): void;
  /** True if profiles of the process can be read; default true. */
  readonly profiling?: boolean;
  /** Flags that `/flagz` returns. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** Calls webhooks of every kind. */
export interface WebhookCaller {
  /** Sends one POST. Never rejects. */
  call(
    target: HookTarget | ConversionTarget,
    body: Uint8Array | string,
    options: CallOptions,
  ): Promise<TransportResult>;
  close(): Promise<void>;
}

/** Webhook of a definition. The `clientConfig` is the same value for the lifetime of the definition. */
export interface ConversionTarget {
  readonly phase: "conversion";
  readonly clientConfig: WebhookClientConfig;
}

/** Resolves the service reference of a webhook: Services and EndpointSlices of the store. */
export interface ServiceLookup extends SliceLookup {
  service(namespace: string, name: string): KubeObject | undefined;
}

type Optional = "trust" | "requestHeaders" | "manifests" | "tokenIssuer" | "replica" | "serverAddress";

export type FullServerOptions = Required<Omit<ServerOptions, Optional>> & Pick<ServerOptions, Optional>;

/** Returns the options with all defaults, so that no other code has optional ones. */
export function completeOptions(options: ServerOptions): FullServerOptions {
  return {
    hasFirstObjects: false,
    serviceClient: () => NO_SERVICES,
    authenticators: [],
    tokenAuthenticators: [],
    bootstrapTokens: false,
    anonymous: ANONYMOUS_EVERYWHERE,
    allowedOrigins: [],
    authorizationModes: ["RBAC"],
    plugins: [],
    mutatingWebhooks: true,
    validatingWebhooks: true,
    mutatingPolicies: true,
    validatingPolicies: true,
    serviceClusterIpRange: "10.0.0.0/24",
    serviceNodePortRange: "30000-32767",
    eventTtlMs: 0,
    port: 6443,
    noWebhookTimeout: false,
    inFlight: { readOnly: 400, mutating: 200 },
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    minRequestTimeoutSeconds: MIN_REQUEST_TIMEOUT_S,
    priorityAndFairness: true,
    recorders: [],
    loop: UNLIMITED_LOOP,
    pages: {},
    healthChecks: [],
    metrics: new Exposition(),
    version: { major: "1", minor: "37", gitVersion: KUBERNETES_VERSION },
    features: ORDINARY_FEATURES,
    now: Date.now,
    steadyClock: REAL_TIME,
    uid: randomUUID,
    internalUser: loopbackUser(randomUUID()),
    random: Math.random,
    log: () => {},
    setVerbosity: () => {},
    profiling: true,
    flags: {},
    ...options,
  };
}
