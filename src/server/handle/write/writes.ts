import type { ResourceDefinition } from "../../../resources/resource-definition.ts";
import type { Authorizer } from "../../authorize/authorize.ts";
import type { Clock } from "../../clock.ts";
import type { Kinds } from "../../kinds.ts";
import type { Views } from "../../views/views.ts";
import type { Reads } from "../read/reads.ts";
import type { Admits } from "./admission.ts";
import type { ReferenceRule } from "./reference-rule.ts";
import type { SideWork } from "./side-work.ts";
import type { WriteGuard } from "./write-guard.ts";

export interface Authorizes {
  readonly authorize: Authorizer;
}

/** What the rules of a kind ask the server. */
export interface Validates extends Authorizes, Clock {
  readonly views: Views;
  readonly uid: () => string;
}

/** What create, update, patch and apply need. */
export interface Writes extends Admits, Kinds, Reads, Validates {
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
  /** In [0, 1): for generated names. */
  readonly random: () => number;
}
