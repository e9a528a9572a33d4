import type { BuiltinPlugin } from "../admission/hook.ts";
import type { Handler } from "../api/exchange/exchange.ts";
import type { ServiceOverrides } from "../http/webhook-client/service-resolver.ts";
import type { Authenticator } from "../server/authenticate/authenticate.ts";
import type { AuthorizationMode } from "../server/authorize/authorizer-chain.ts";
import type { Log } from "../server/log.ts";
import type { Storage } from "../storage/storage.ts";
import type { Observation, StoredChange } from "./observe-storage.ts";
import type { ObjectName } from "./path-of.ts";

/** Options of a control plane. Only `storage` has no default. */
export interface ControlPlaneOptions {
  /** `stop` closes it. */
  readonly storage: Storage;
  /** In the order of their evaluation. A user that none of them authenticates is anonymous. */
  readonly authenticators?: readonly Authenticator[];
  /** In the order of their evaluation; default `RBAC`. `system:masters` is always allowed. */
  readonly authorizationModes?: readonly AuthorizationMode[];
  /** Enabled built-in admission plugins, in any order; default: those of `sallyport serve`. */
  readonly plugins?: readonly BuiltinPlugin[];
  /** True if mutating webhooks are called; default true. */
  readonly mutatingWebhooks?: boolean;
  /** True if validating webhooks are called; default true. */
  readonly validatingWebhooks?: boolean;
  /** True if mutating policies are evaluated; default true. */
  readonly mutatingPolicies?: boolean;
  /** True if validating policies are evaluated; default true. */
  readonly validatingPolicies?: boolean;
  /** True if admissionregistration.k8s.io/v1beta1 is served; default true. */
  readonly v1beta1Registration?: boolean;
  /** IPv4 CIDR of Service addresses; default 10.0.0.0/24. */
  readonly serviceClusterIpRange?: string;
  /** Range of the node ports of Services; default 30000-32767. */
  readonly serviceNodePortRange?: string;
  /** Real addresses of the Services of webhooks: `namespace/name` → `host:port`. */
  readonly serviceOverrides?: ServiceOverrides;
  /** Time that events are kept, in milliseconds, if the storage supports it; 0, the default: without limit. */
  readonly eventTtlMs?: number;
  /** Port at which the server will be reachable; default 6443. */
  readonly port?: number;
  /** Host and port at which clients reach the server, if known. */
  readonly serverAddress?: string;
  /** True if calls of webhooks have no time limit; default false. */
  readonly noWebhookTimeout?: boolean;
  /** Called with warnings and errors; default: they are dropped. */
  readonly log?: Log;
  /** Milliseconds since the epoch; default Date.now. */
  readonly now?: () => number;
}

/**
 * A complete control plane: the server and its connections to webhooks. It has no port: pass `handle` to
 * `serve`.
 */
export interface ControlPlane {
  /** Handles a request, and returns the response. */
  readonly handle: Handler;
  /** A bearer token with all rights, for calls in memory and for controllers of this process. */
  readonly token: string;
  /** Calls the listener with every stored object, and with every later change. */
  observe(listener: (change: StoredChange) => void): Promise<Observation>;
  /** Returns the API path of an object; undefined for kinds that are not served. */
  pathOf(name: ObjectName): { path: string; namespaced: boolean } | undefined;
  /** Ends watches and connections, then closes the storage. */
  stop(): Promise<void>;
}
