import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import type { Steps } from "../api/steps.ts";
import type { KindDefinition } from "./kind.ts";
import type { Strategy } from "./strategy.ts";

/**
 * A resource: what is stored under one prefix, in whatever versions it is served. Inside the server its objects are in
 * the hub version; only decoding, reviews and answers know others.
 */
export interface ResourceDefinition {
  readonly group: string;
  /** `pods`, also the name in URLs. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Key prefix below `/registry/`, without slashes at its ends: `pods`, `services/specs`, `example.com/widgets`. */
  readonly storagePrefix: string;
  /** The version in which objects live inside the server and in the store. */
  readonly hub: KindDefinition;
  /** Served versions in order of preference; the hub may be missing from it. */
  readonly versions: readonly KindDefinition[];
  /** Versions that are declared and not served: rules may name them, and reviews are in them then. */
  readonly unserved?: readonly KindDefinition[];
  readonly strategy: Strategy;
  readonly subresources: ReadonlyMap<string, SubresourceDefinition>;
  /**
   * Verbs of the collection and of items that are served: create, delete, deletecollection, get, list, patch,
   * update, watch.
   */
  readonly verbs: readonly Verb[];
  /** In which version the reference stores, where it is not that of the hub. */
  readonly storedVersion?: string;
  /** What a 404 of one object calls the resource, where that is not its plural. */
  readonly missingAs?: string;
  /** True for custom resources: sorted keys, apiVersion and kind in list items, no strategic patch, no protobuf. */
  readonly custom: boolean;
  /**
   * Under which names admission may meet these objects, where it is not just the served versions: custom resources
   * register every declared version.
   */
  readonly registrations?: readonly Registration[];
  /** How replicas are read and written where they are not at `spec.replicas`: custom resources say it by paths. */
  readonly scale?: ScaleAccess;
  /**
   * What a stored object is today, in the hub version, where the schema or the hub may have changed since it was
   * written. Answers its argument when nothing changed; cheap the second time. Absent: stored objects are as they are.
   */
  fromStore?(object: KubeObject): KubeObject;
  /** Does ahead, in steps, what `fromStore` will be asked for: it takes long for very many objects, or a large one. */
  readAhead?(objects: Iterable<KubeObject>): Steps<void>;
  /** As `ready` of a kind: what `fromStore` needs of stored objects. */
  readonly storedReady?: (objects: readonly KubeObject[]) => Promise<void> | undefined;
}

export interface ScaleAccess {
  /** By apiVersion, where its objects keep the replicas; null: the version has no scale. */
  readonly paths: ReadonlyMap<string, readonly string[] | null>;
  /** As the version says it, by its name; a version that has no scale: as the first one that has one. */
  inVersion(version: string): VersionScale;
}

/** The scale of the objects of one version. */
export interface VersionScale {
  /** `missing`: replicas of an object without any; absent: a StatusError says so. Throws one for what is no number. */
  read(
    object: KubeObject,
    missing?: number,
  ): { replicas: number; statusReplicas: number; selector: string | undefined };
  /** A changed copy. */
  write(object: KubeObject, replicas: number): KubeObject;
}

/** One line of the equivalence table (apimachinery/pkg/runtime/mapper.go, EquivalentResourcesFor). */
export interface Registration {
  readonly resource: GroupVersionResource;
  /** "" for the resource itself. */
  readonly subresource: string;
  readonly kind: GroupVersionKind;
}

export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

export interface SubresourceDefinition {
  readonly name: string;
  /** What goes over the wire, where it differs from the parent's kind: Scale, Eviction, Binding, PodExecOptions … */
  readonly kind?: GroupVersionKind;
  readonly verbs: readonly SubresourceVerb[];
  /**
   * `update`: PUT and PATCH of the parent through a narrower strategy. `connect`: any method. The rest: a verb file
   * of their own.
   */
  readonly style: "update" | "scale" | "create" | "connect" | "get";
  /** For style `update`: replaces the parent's strategy. */
  readonly strategy?: Strategy;
  /** False: its objects are never shown as Tables. Absent: those of style `update` and `scale` are. */
  readonly tables?: false;
}

export type SubresourceVerb = "create" | "get" | "patch" | "update" | "delete";
