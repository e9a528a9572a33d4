import type { KubeObject, UserInfo } from "../../../api/meta.ts";
import type { FieldError } from "../../../api/validation/field-error.ts";
import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Views } from "../../admit/views/views.ts";
import type { Authorizer } from "../../authorize/authorize.ts";
import type { Clock } from "../../clock.ts";
import type { Kinds } from "../../kinds.ts";
import type { LoopBudget } from "../../loop/loop-budget.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Reads } from "../read/reads.ts";
import type { Target } from "../target.ts";
import type { Admits } from "./admission.ts";
import type { KindLookup } from "./body/body-kind.ts";

/** Dependency of everything that checks rights. */
export interface Authorizes {
  readonly authorize: Authorizer;
}

/** Dependencies of every write, also of objects that are never stored. */
export interface Needs extends Admits, Clock, Kinds {
  /** Finds the kinds that a body may name, stored or not. */
  readonly lookup: KindLookup;
}

/** Dependencies of create, update, patch and apply. */
export interface Writes extends Authorizes, Needs, Reads {
  readonly views: Views;
  readonly uid: () => string;
  /** True if creation in missing or terminating namespaces is refused. */
  readonly guardsNamespaces: boolean;
  /**
   * Returns the time after the last write until an object of the resource expires, in seconds; undefined:
   * never.
   */
  ttlSeconds(resource: ResourceDefinition): number | undefined;
  /** Side work by `group/plural`. */
  readonly sideWork: ReadonlyMap<string, SideWork>;
  /** Guards of single objects, by `group/plural`. */
  readonly writeGuards: ReadonlyMap<string, WriteGuard>;
  /** Rules of references that a user may not make, by `group/plural`. */
  readonly referenceRules: ReadonlyMap<string, ReferenceRule>;
  /** Returns random numbers in [0, 1), for generated names. */
  readonly random: () => number;
}

/** Dependencies of writes by the server itself. */
export interface InternalWrites extends Writes {
  /** User of these writes, for webhooks and audit. */
  readonly internalUser: UserInfo;
  /** Shares the event loop out among requests. */
  readonly loop: LoopBudget;
}

/**
 * Checks if this user may write this particular object, if the right to the resource does not decide it.
 * Called after mutating admission, before validation; throws the refusal for the client. `old` is undefined
 * on create.
 */
export type WriteGuard = (
  context: RequestContext,
  target: Target,
  object: KubeObject,
  old: KubeObject | undefined,
) => void | Promise<void>;

/**
 * Returns the errors about an object's references to others that this user may not read. Called if the object
 * is otherwise valid; `old` is undefined on create.
 */
export type ReferenceRule = (
  context: RequestContext,
  object: KubeObject,
  old: KubeObject | undefined,
) => Promise<readonly FieldError[]>;

/**
 * Work at writes of some resources besides storing: a Service allocates an address, a definition of custom
 * resources reserves names. Begins after mutating admission and before validation; may change the object.
 */
export interface SideWork {
  begin(object: KubeObject, old: KubeObject | undefined, dryRun: boolean): SideWorkResult | undefined;
  /** Called after an object is removed from the store. */
  removed?(object: KubeObject): void | Promise<void>;
}

/** Result of side work. One of commit and abort is called, once. */
export interface SideWorkResult {
  /** Makes the writes that precede the object's. May throw the StatusError of a refusal. */
  prepare?(): Promise<void>;
  /** Completes the work. It may write; the client waits for it. */
  commit(): void | Promise<void>;
  /**
   * Reverts the work. `error`: the thrown error, if there is one. After an error that is no StatusError, the
   * object may have been stored: reserved values must then stay reserved.
   */
  abort?(error?: unknown): void | Promise<void>;
}
