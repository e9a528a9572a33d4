import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import type { Steps } from "../async/steps.ts";
import type { KindDefinition } from "./kind.ts";
import type { Strategy } from "./strategy.ts";

/**
 * A resource: the objects that are stored under one prefix, in all served versions. Inside the server its
 * objects are in the hub version; only decoding, reviews and responses use other versions.
 */
export interface ResourceDefinition {
  readonly group: string;
  /** Group and plural, `apps/deployments`: the key of what is special for some resources. */
  readonly key: string;
  /** Plural, such as `pods`, which is also the name in URLs. */
  readonly plural: string;
  readonly namespaced: boolean;
  /**
   * Part of the storage key after `/registry/`, without slashes at its ends: `pods`, `services/specs`,
   * `example.com/widgets`.
   */
  readonly storagePrefix: string;
  /** Version of the objects inside the server and in the store. */
  readonly hub: KindDefinition;
  /** Served versions, in order of preference; the hub may be absent. */
  readonly versions: readonly KindDefinition[];
  /**
   * Versions that are declared but not served: rules can name them, and the objects in reviews are then in
   * these versions.
   */
  readonly unserved?: readonly KindDefinition[];
  readonly strategy: Strategy;
  readonly subresources: ReadonlyMap<string, SubresourceDefinition>;
  /**
   * Verbs of the collection and of items that are served: create, delete, deletecollection, get, list, patch,
   * update, watch.
   */
  readonly verbs: readonly Verb[];
  /** Version in which the reference stores objects, if it is not the hub's. */
  readonly storedVersion?: string;
  /** Name of the resource in the 404 error of an object, if it is not the plural. */
  readonly missingAs?: string;
  /**
   * True for custom resources: sorted keys, apiVersion and kind in list items, no strategic patch, no
   * protobuf.
   */
  readonly custom: boolean;
  /**
   * Names under which admission may get these objects, if they are not only the served versions: custom
   * resources register every declared version.
   */
  readonly registrations?: readonly Registration[];
  /** Reads and writes replicas that are not at `spec.replicas`: custom resources declare the paths. */
  readonly scale?: ScaleAccess;
  /** Returns the definition for a server with these changed gates; undefined if it is the same. */
  whenChanged?(changed: ReadonlySet<string>): ResourceDefinition | undefined;
  /**
   * Returns a stored object in the hub version, by the current schema, because the schema or the hub may have
   * changed since it was written. Returns its argument if nothing changes; the result is cached. Absent if
   * stored objects need no conversion.
   */
  fromStore?(object: KubeObject): KubeObject;
  /**
   * Prepares, in steps, the results that `fromStore` will return, because many objects or a large one take
   * long.
   */
  readAhead?(objects: Iterable<KubeObject>): Steps<void>;
  /** Like `ready` of a kind: prepares the conversions of stored objects that `fromStore` needs. */
  readonly storedReady?: (objects: readonly KubeObject[]) => Promise<void> | undefined;
}

/** Places of the replicas for the subresource `scale`. */
export interface ScaleAccess {
  /** Paths of the replicas by apiVersion; null for a version without a scale. */
  readonly paths: ReadonlyMap<string, readonly string[] | null>;
  /**
   * Returns the scale of a version by its name; for a version without a scale, that of the first version that
   * has one.
   */
  inVersion(version: string): VersionScale;
}

/** Scale of the objects of one version. */
export interface VersionScale {
  /**
   * Reads the scale. `missing`: replicas of an object without any; if it is absent, such an object throws a
   * StatusError. So does a value that is not a number.
   */
  read(
    object: KubeObject,
    missing?: number,
  ): { replicas: number; statusReplicas: number; selector: string | undefined };
  /** Returns a changed copy. */
  write(object: KubeObject, replicas: number): KubeObject;
}

/** One entry of the equivalence table (apimachinery/pkg/runtime/mapper.go, EquivalentResourcesFor). */
export interface Registration {
  readonly resource: GroupVersionResource;
  /** Name of the subresource; "" for the resource itself. */
  readonly subresource: string;
  readonly kind: GroupVersionKind;
}

/** Verbs of resources as discovery names them. */
export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** A subresource of a kind. */
export interface SubresourceDefinition {
  readonly name: string;
  /**
   * Kind of the objects in requests and responses, if it differs from the parent's kind: Scale, Eviction,
   * Binding, PodExecOptions …
   */
  readonly kind?: GroupVersionKind;
  readonly verbs: readonly SubresourceVerb[];
  /**
   * `update`: PUT and PATCH of the parent with a restricted strategy. `connect`: any method. Each of the
   * others has its own verb file.
   */
  readonly style: "update" | "scale" | "create" | "connect" | "get";
  /** For style `update`: strategy instead of the parent's. */
  readonly strategy?: Strategy;
  /** False: its objects are never sent as tables. If absent, those of style `update` and `scale` are. */
  readonly tables?: false;
}

/** Verbs of subresources. */
export type SubresourceVerb = "create" | "get" | "patch" | "update" | "delete";
