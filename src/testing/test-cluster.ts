import type { KubeObject } from "../api/meta.ts";
import type { Webhook } from "../webhook/define.ts";
import type { Client, User } from "./client.ts";
import type { Clock } from "./clock.ts";
import type { Fault } from "./faults.ts";
import type { Manifest } from "./load-manifests.ts";
import type { WebhookSource } from "./webhook-sources.ts";

/** Options of `createCluster`. */
export interface TestClusterOptions {
  /** Objects that exist at the start: files, folders or objects. The administrator creates them, with the usual validation. */
  readonly manifests?: readonly Manifest[];
  /**
   * The sources of the responses of webhooks, by the webhook's name. Webhooks without an entry are called
   * over the network. Or a list of webhooks of the SDK: those with a name and rules are registered, too.
   */
  readonly webhooks?: Readonly<Record<string, WebhookSource>> | readonly Webhook[];
  /**
   * Authorization of requests. `RBAC`: by roles. `AlwaysAllow`: every user may do everything. Default: `RBAC`
   * if the manifests have roles or bindings, otherwise `AlwaysAllow`.
   */
  readonly authorization?: "RBAC" | "AlwaysAllow";
  /** Built-in admission plugins that are off. Default: ServiceAccount, because no controller creates service accounts. */
  readonly disablePlugins?: readonly string[];
  /** Initial time of the clock, which changes only when the test changes it. Default: now. */
  readonly now?: Date | number;
  /** Addresses of services, `namespace/name` → `host:port`, for webhooks that are called over the network. */
  readonly services?: Readonly<Record<string, string>>;
  /**
   * The Kubernetes version whose API the server has: `1.34`, `1.35`, `1.36` or `1.37`. `sallyport serve` has
   * the flag `--emulated-version` for it. Throws an Error for other versions. Default: `1.37`.
   */
  readonly kubernetesVersion?: string;
}

/** A control plane in this process. Its methods send requests as an administrator. */
export interface TestCluster extends Client {
  /** Returns a client with the same methods for another user. */
  as(user: User): Client;
  readonly clock: Clock;
  /**
   * Makes a webhook fail: always, or for a number of calls. Returns a function that removes the fault. Throws an Error if no
   * configuration has the name.
   */
  fault(webhook: string, fault: Fault, options?: { readonly times?: number }): () => void;
  /** Replaces the source of a webhook's responses. Throws an Error if no configuration has the name. */
  webhook(name: string, source: WebhookSource): void;
  /** Creates the objects of manifests. Throws an Error with file and line if one is refused. */
  load(...manifests: Manifest[]): Promise<readonly KubeObject[]>;
  /** Restores the objects, the clock and the faults of the start. Replacements by `webhook` stay. */
  reset(): Promise<void>;
  /** The first call opens a port. Returns a kubeconfig in JSON for any client. */
  kubeconfig(): Promise<string>;
  /** Returns the address of the same port, for clients that do not use a kubeconfig. */
  address(): Promise<{ readonly url: string; readonly ca: string; readonly token: string }>;
  close(): Promise<void>;
}
