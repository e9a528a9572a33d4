import { randomUUID } from "node:crypto";
import type { BuiltinPlugin, HookTarget } from "../admission/hook.ts";
import type { ManifestsView } from "../admission/manifests/manifest.ts";
import type { CallOptions, TransportResult } from "../admission/ports.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import { NO_SERVICES, type ServiceClient } from "../api/service-client.ts";
import { REAL_TIME, type SteadyClock } from "../api/steady-clock.ts";
import type { WebhookClientConfig } from "../api/webhook-client-config.ts";
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
import { loopbackUser } from "./authenticate/loopback-user.ts";
import type { RequestHeaders } from "./authenticate/request-header.ts";
import type { AuthorizerList } from "./authorize/authorizer-chain.ts";
import type { FurtherPages } from "./handle/further-pages.ts";
import type { HealthCheck } from "./handle/health-checks.ts";
import type { VersionInfo } from "./handle/version.ts";
import type { Log } from "./log.ts";
import { type LoopBudget, UNLIMITED_LOOP } from "./loop/loop-budget.ts";
import type { Recorder } from "./record/recorder.ts";
import type { ReplicaIdentity } from "./replicas/replicas.ts";
import type { TokenIssuer } from "./service-accounts/token-issuer.ts";

/** The version of Kubernetes whose API this is. */
export const KUBERNETES_VERSION = "v1.36.3+sallyport";

/** What a server is made of. Only `storage`, `resources` and `webhooks` have no default. */
export interface ServerOptions {
  /** Closed by the caller that opened it. */
  readonly storage: Storage;
  /** The built-in kinds that are served. */
  readonly resources: readonly ResourceDefinition[];
  /** The connections to webhooks; called once. They are closed with the server. */
  webhooks(services: ServiceLookup): WebhookCaller;
  /** The connections to other API servers; called once. Default: no other server can be reached. */
  serviceClient?(services: ServiceLookup): ServiceClient;
  readonly authenticators?: readonly Authenticator[];
  /** Tokens that are neither in a file nor of a service account are shown to these, in this order. */
  readonly tokenAuthenticators?: readonly AuthenticateToken[];
  /** Tokens of Secrets in kube-system are accepted; default false. */
  readonly bootstrapTokens?: boolean;
  /** Default: everywhere. */
  readonly anonymous?: AnonymousAccess;
  /** Regular expressions (RE2) of the origins whose pages may read answers (CORS). Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** What the ConfigMap extension-apiserver-authentication in kube-system tells; default: there is none. */
  readonly trust?: Readonly<Record<string, string>>;
  /** In which headers proxies say who asks: nobody else's are passed on to other API servers. Default: the standard ones only. */
  readonly requestHeaders?: RequestHeaders;
  /** In the order in which they are asked; default `RBAC`. `system:masters` is always allowed. */
  readonly authorizationModes?: AuthorizerList;
  /** Built-in admission plugins that are on. */
  readonly plugins?: readonly BuiltinPlugin[];
  /** Default: on. */
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
  /** How long events are kept where the storage lets them go; 0, the default: for ever. */
  readonly eventTtlMs?: number;
  /** Where the server will listen: the target port of the service `kubernetes`; default 6443. */
  readonly port?: number;
  /** Host and port that discovery names as the server's own; default: those under which the client asks. */
  readonly serverAddress?: string;
  /** Signs and reads tokens of service accounts; default: one with a key of its own, for as long as it lives. */
  readonly tokenIssuer?: TokenIssuer;
  /** Webhooks may take as long as they like, for somebody may hold one in a debugger; default false. */
  readonly noWebhookTimeout?: boolean;
  /** What this server is among others that work over the same storage. Default: the storage is this server's alone. */
  readonly replica?: ReplicaIdentity;
  /** Default: 400 reads, 200 writes. */
  readonly inFlight?: InFlightLimits;
  /** Default and upper bound of a request's time, in milliseconds; default 60,000. */
  readonly requestTimeoutMs?: number;
  /** Shortest lifetime of a watch that asks for none, in seconds; the longest is twice as long. Default 1800. */
  readonly minRequestTimeoutSeconds?: number;
  /**
   * Both limits together are shared out among priority levels, whose requests wait in fair queues; default true. Otherwise
   * reads and writes are counted, and those too many are refused.
   */
  readonly priorityAndFairness?: boolean;
  readonly recorders?: readonly Recorder[];
  /** Shares the event loop out among requests; default: nobody waits for others. */
  readonly loop?: LoopBudget;
  /** What `/metrics` answers; default: nothing. */
  metrics?(): Promise<{ contentType: string; text: string }>;
  /** Health checks that this server has besides those of every server. */
  readonly healthChecks?: readonly HealthCheck[];
  /** Further paths; anyone who may read them is for the authorizer to say. */
  readonly pages?: FurtherPages;
  readonly version?: VersionInfo;
  /** Which features of Kubernetes the server has; default: those of 1.36. `resources` must be made for the same ones. */
  readonly features?: Features;
  /** Milliseconds since the epoch; default Date.now. */
  readonly now?: () => number;
  /** By which webhooks take their time, and requests with them; default: as it passes. */
  readonly steadyClock?: SteadyClock;
  /** Random (version 4) UUIDs. */
  readonly uid?: () => string;
  /** As whom the server writes what it needs itself. Default: `system:apiserver` with a uid of its own. */
  readonly internalUser?: UserInfo;
  /** In [0, 1). */
  readonly random?: () => number;
  readonly log?: Log;
  /** As klog counts: 0 is little, 4 and more is everything. Default: changes nothing. */
  setVerbosity?(level: number): void;
  /** Profiles of the process can be read; default true. */
  readonly profiling?: boolean;
  /** What `/flagz` answers. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** Calls webhooks of every kind. */
export interface WebhookCaller {
  /** One POST. Never rejects. */
  call(
    target: HookTarget | ConversionTarget,
    body: Uint8Array | string,
    options: CallOptions,
  ): Promise<TransportResult>;
  close(): Promise<void>;
}

/** The webhook of a definition. The value of `clientConfig` is the same as long as the definition is. */
export interface ConversionTarget {
  readonly phase: "conversion";
  readonly clientConfig: WebhookClientConfig;
}

/** How a webhook's service reference is looked up: Services and EndpointSlices of the store. */
export interface ServiceLookup {
  service(namespace: string, name: string): KubeObject | undefined;
  endpointSlices(namespace: string, service: string): readonly KubeObject[];
}

type Optional = "trust" | "requestHeaders" | "manifests" | "tokenIssuer" | "replica" | "serverAddress";

export type FullServerOptions = Required<Omit<ServerOptions, Optional>> & Pick<ServerOptions, Optional>;

/** Options → options without holes: behind this nothing is optional. */
export function completeOptions(options: ServerOptions): FullServerOptions {
  return {
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
    metrics: async () => ({ contentType: "text/plain; version=0.0.4", text: "" }),
    version: { major: "1", minor: "36", gitVersion: KUBERNETES_VERSION },
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
