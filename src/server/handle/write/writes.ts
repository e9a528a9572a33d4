import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Views } from "../../admit/views/views.ts";
import type { Authorizer } from "../../authorize/authorize.ts";
import type { Clock } from "../../clock.ts";
import type { Kinds } from "../../kinds.ts";
import type { Reads } from "../read/reads.ts";
import type { Admits } from "./admission.ts";
import type { ReferenceRule } from "./reference-rule.ts";
import type { SideWork } from "./side-work.ts";
import type { WriteGuard } from "./write-guard.ts";

/** Dependency of everything that checks rights. */
export interface Authorizes {
  readonly authorize: Authorizer;
}

/** Dependencies of the rules of a kind. */
export interface Validates extends Authorizes, Clock {
  readonly views: Views;
  readonly uid: () => string;
}

/** Dependencies of create, update, patch and apply. */
export interface Writes extends Admits, Kinds, Reads, Validates {
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
