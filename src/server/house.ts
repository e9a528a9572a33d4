import type { AdmissionEngine } from "../admission/engine.ts";
import type { ServerRequest } from "../api/exchange.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import type { ResourceDefinition } from "../resources/kind.ts";
import type { Registry } from "../resources/registry.ts";
import type { Storage } from "../storage/storage.ts";
import type { Authorizer } from "./authorize/authorize.ts";
import type { RbacLookup } from "./authorize/rbac.ts";
import type { WatchEvents } from "./handle/watch/watch-events.ts";
import type { ReferenceRule } from "./handle/write/reference-rule.ts";
import type { SideWork } from "./handle/write/side-work.ts";
import type { WriteGuard } from "./handle/write/write-guard.ts";
import type { LoopBudget } from "./loop/loop-budget.ts";
import type { Recorder } from "./record/recorder.ts";
import type { Replicas } from "./replicas/replicas.ts";
import type { AuthenticateToken } from "./service-accounts/authenticate-token.ts";
import type { TokenIssuer } from "./service-accounts/token-issuer.ts";
import type { Views } from "./views/views.ts";

/**
 * By what a path begins with: what is there for the rest of it, undefined for nothing. The right to the path has been
 * asked for; who shows more than that gives asks for it, and throws 403.
 */
export type FurtherPages = Readonly<
  Record<string, (rest: string, viewer: UserInfo) => JsonObject | undefined>
>;

/** What every verb may use. Made once, by `server.ts`; the values behind it change, the house does not. */
export interface House {
  readonly storage: Storage;
  /** Which kinds exist now: an immutable snapshot. */
  registry(): Registry;
  readonly engine: AdmissionEngine;
  readonly authorize: Authorizer;
  /** Roles and bindings as they are now. */
  readonly rbac: RbacLookup;
  /** Whom the credentials of a request belong to; undefined for none that are accepted. */
  whoIs(request: ServerRequest): Promise<UserInfo | undefined>;
  /** As whom the server writes what it needs itself: webhooks and audit see this user. */
  readonly internalUser: UserInfo;
  /** Signs tokens of service accounts. */
  readonly tokens: TokenIssuer;
  readonly authenticateToken: AuthenticateToken;
  /** What is stored of a core kind (`pods`), in the hub version. */
  stored(plural: string, namespace: string, name: string): Promise<KubeObject | undefined>;
  readonly views: Views;
  readonly watchEvents: WatchEvents;
  /** Nothing is created in namespaces that are missing or going away. */
  readonly guardsNamespaces: boolean;
  /** How long objects of a resource are kept after they were last written; undefined: for good. */
  ttlSeconds(resource: ResourceDefinition): number | undefined;
  /** By `group/plural`. */
  readonly sideWork: ReadonlyMap<string, SideWork>;
  /** By `group/plural`: who may write just this object. */
  readonly writeGuards: ReadonlyMap<string, WriteGuard>;
  /** By `group/plural`: what of its references a user may not make. */
  readonly referenceRules: ReadonlyMap<string, ReferenceRule>;
  readonly recorder: Recorder;
  /** Whose turn it is to use the event loop. */
  readonly loop: LoopBudget;
  /** This server and the others over its store. */
  readonly replicas: Replicas;
  /** Further paths, by what they begin with. */
  readonly pages: FurtherPages;
  /** What `/metrics` answers. */
  metrics(): Promise<{ contentType: string; text: string }>;
  /** Further metrics: the shares of the priority levels. */
  limitGauges(): string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly uid: () => string;
  /** In [0, 1): for generated names and addresses. */
  readonly random: () => number;
  /** Webhooks may take as long as they like. */
  readonly patient: boolean;
  readonly log: Log;
  /** As klog counts: 0 is little, 4 and more is everything. */
  setVerbosity(level: number): void;
  /** With which flags the server was started, by name. */
  readonly flags: Readonly<Record<string, string>>;
  readonly version: VersionInfo;
  /** Host and port under which clients reach the server; undefined: as they say it themselves. */
  readonly serverAddress: string | undefined;
}

export type Log = (
  level: "info" | "warn" | "error",
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** `/version`: all texts (api-surface A.1). */
export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
}
