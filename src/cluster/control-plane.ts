import type { BuiltinPlugin } from "../admission/hook.ts";
import type { Handler } from "../api/exchange.ts";
import type { ServiceOverrides } from "../http/webhook-client/service-resolver.ts";
import type { Authenticator } from "../server/authenticate/authenticate.ts";
import type { AuthorizationMode } from "../server/authorize/authorizer-chain.ts";
import type { Log } from "../server/log.ts";
import type { Storage } from "../storage/storage.ts";
import type { Observation, StoredChange } from "./observe-storage.ts";
import type { ObjectName } from "./path-of.ts";

/** What a control plane is made of. Only `storage` has no default. */
export interface ControlPlaneOptions {
  /** Closed by `stop`. */
  readonly storage: Storage;
  /** In the order in which they are asked; who is known to none is anonymous. */
  readonly authenticators?: readonly Authenticator[];
  /** In the order in which they are asked; default `RBAC`. `system:masters` is always allowed. */
  readonly authorizationModes?: readonly AuthorizationMode[];
  /** Built-in admission plugins that are on, in any order; default: those of `sallyport serve`. */
  readonly plugins?: readonly BuiltinPlugin[];
  /** Default: on. */
  readonly mutatingWebhooks?: boolean;
  /** Default: on. */
  readonly validatingWebhooks?: boolean;
  /** Default: on. */
  readonly mutatingPolicies?: boolean;
  /** Default: on. */
  readonly validatingPolicies?: boolean;
  /** admissionregistration.k8s.io/v1beta1 is served; default true. */
  readonly v1beta1Registration?: boolean;
  /** IPv4 CIDR of Service addresses; default 10.0.0.0/24. */
  readonly serviceClusterIpRange?: string;
  /** Ports on the nodes for Services; default 30000-32767. */
  readonly serviceNodePortRange?: string;
  /** Where Services of webhooks really are: `namespace/name` → `host:port`. */
  readonly serviceOverrides?: ServiceOverrides;
  /** How long events are kept where the storage lets them go; 0, the default: for ever. */
  readonly eventTtlMs?: number;
  /** Where it will be served; default 6443. */
  readonly port?: number;
  /** Host and port under which clients reach the server, where that is known. */
  readonly serverAddress?: string;
  /** Webhooks may take as long as they like; default false. */
  readonly noWebhookTimeout?: boolean;
  /** Told what goes wrong; default: nobody is. */
  readonly log?: Log;
  /** Milliseconds since the epoch; default Date.now. */
  readonly now?: () => number;
}

/** A whole control plane: the server with its connections to webhooks. It has no port: give `handle` to `serve`. */
export interface ControlPlane {
  /** One request in, one response out. */
  readonly handle: Handler;
  /** A bearer token with every right, for calls in memory and for controllers of this process. */
  readonly token: string;
  /** Calls back with every object that is stored, and with every change from then on. */
  observe(listener: (change: StoredChange) => void): Promise<Observation>;
  /** Where the API has an object of a kind; undefined for kinds that are not served. */
  pathOf(name: ObjectName): { path: string; namespaced: boolean } | undefined;
  /** Ends watches and connections; then closes the storage. */
  stop(): Promise<void>;
}
