import type { FieldError } from "../api/field-error.ts";
import type { GroupVersion, GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import type { Steps } from "../api/steps.ts";
import type { NumberLiterals } from "../json/number-literals.ts";
import type { ObjectShape } from "../schema/shape.ts";

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

/** An object as Go writes it, as far as JavaScript can hold it. */
export interface Arranged {
  readonly object: KubeObject;
  /** A map in it has keys such as `10`: its text needs `stringifyIndexKeys`. */
  readonly hasIndexKeys: boolean;
}

/** One version of a resource. */
export interface KindDefinition extends GroupVersionKind {
  readonly plural: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly shape: ObjectShape;
  /** Custom kinds: the schema as their definition declares it, for publication. */
  readonly openApiSchema?: JsonObject | undefined;
  /**
   * Reads what a client (or a webhook's patch) says into an object of this version: wrong types throw, unknown fields
   * are dropped (and named, when `problems` is given), scalars become canonical, what is never left out is filled in.
   * Owns and may change `value`.
   */
  decode(value: JsonObject, problems?: DecodeProblems, literals?: NumberLiterals): KubeObject;
  /** As `decode`, of what came of an apply; absent: that is no different. */
  decodeApplied?(value: JsonObject, problems?: DecodeProblems): KubeObject;
  /**
   * Reads what a webhook's patch has made of an object, where that is not `decode`: custom kinds keep unknown
   * fields.
   */
  decodePatched?(value: JsonObject): KubeObject;
  /** Reads a value as the version that it names, where that is another one; false: this kind has no such version. */
  readAsOther?(value: JsonObject, problems: DecodeProblems): boolean;
  /** Puts the members of an object of this version where Go writes them, in place as far as that goes. */
  arrange(object: KubeObject): Arranged;
  /** Fills in this version's defaults, and does what `roundTrip` does, in place. */
  applyDefaults(object: KubeObject): void;
  /** The defaults alone. Absent: there is no `roundTrip`. */
  fillDefaults?(object: KubeObject): void;
  /**
   * What the reference changes when it converts an object of this version to its internal form and back, in place: old
   * fields follow the new ones. Absent: nothing.
   */
  roundTrip?(object: KubeObject): void;
  /** To the hub version and back; the identity where this is the hub. May share structure with its argument. */
  toHub(object: KubeObject): KubeObject;
  fromHub(object: KubeObject): KubeObject;
  /** As `fromHub`, with the fields that this version does not know. Absent: there are none. */
  fromHubWhole?(object: KubeObject): KubeObject;
  /**
   * Where a webhook converts: asks it for these objects, all of the hub version or all of this one, so that `toHub` or
   * `fromHub` has them until the next turn of the event loop. Undefined: they are there. Never rejects: the conversion
   * throws what went wrong. Absent: no webhook converts.
   */
  readonly ready?: (objects: readonly KubeObject[]) => Promise<void> | undefined;
  /** Of a custom resource. */
  readonly custom?: boolean;
  readonly columns: readonly Column[];
  /** A Table row: one cell a column; `now` in milliseconds for ages. */
  cells(object: KubeObject, now: number): readonly Cell[];
  /** `conditions` of a Table row: of pods that are done. Absent: there are none. */
  rowConditions?(object: KubeObject): readonly JsonObject[] | undefined;
  /** The order of a Table's rows, where it is not that of the list. */
  readonly rowOrder?: (a: KubeObject, b: KubeObject) => number;
  /** The object as it is when only its metadata are asked for, where that is not the object: another version's. */
  readonly innerForm?: (object: KubeObject) => KubeObject;
  /** Field selectors beyond metadata.name and metadata.namespace: label → value as text. */
  readonly selectableFields: ReadonlyMap<string, (object: KubeObject) => string>;
  /** The one of them by which the reference has an index: pages of what has one value there end with the last such object. */
  readonly indexedField?: string;
  /**
   * How an unknown field selector is refused (apimachinery/pkg/runtime/conversion.go,
   * DefaultMetaV1FieldSelectorConversion).
   */
  readonly unknownFieldSelector: (label: string) => string;
  /** False: a field selector on metadata.namespace is refused as unknown, too. Absent: it is allowed. */
  readonly namespaceSelectable?: boolean;
  /** Text of the Warning header on every use of a deprecated version. */
  readonly deprecationWarning?: string;
}

/** Collects unknown and duplicate fields in document order: `unknown field "spec.foo"`. */
export interface DecodeProblems {
  unknown(path: string): void;
  /** Nothing more will be kept: further paths need not be made. Default: false. */
  readonly isFull?: boolean;
}

/** null prints as an empty cell. */
export type Cell = string | number | boolean | null;

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0: always shown; above: only with `-o wide`. */
  readonly priority: number;
}

/** What a strategy may know of the request. */
export interface WriteContext {
  readonly user: UserInfo;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly subresource: string;
  /** The version in the URL, `v1beta1`; absent: the hub's. Old versions of a few kinds are treated more leniently. */
  readonly requestVersion?: string;
  newUid(): string;
  /** Labels of the object's namespace as they are now; undefined: there is none. */
  namespaceLabels?(): Readonly<Record<string, string>> | undefined;
  /** The checks of metadata that a kind's own validation does; of new objects only where `metaComesLast`. */
  readonly meta?: MetaChecks;
  /** Absent where nobody is to be asked for rights. */
  readonly requester?: Requester;
  /** A warning to the client beside whatever is answered. */
  warn(text: string): void;
}

/** The user who sent a request, for kinds that want more rights of them than that to the request. */
export interface Requester {
  /** `update`, `patch`. */
  readonly verb: string;
  /** Why they may not do something else; undefined: they may. What is left out is as in the request. */
  refusal(asked: {
    readonly verb?: string;
    readonly subresource: string;
    readonly namespace?: string;
    readonly name: string;
  }): string | undefined;
}

/** What is wrong with the metadata of a changed object, as a kind's own validation finds it. */
export interface MetaChecks {
  /** As if the object were new. */
  asNew(): readonly FieldError[];
  asUpdate(): readonly FieldError[];
}

/**
 * How a resource is written, on objects of the hub version. Absent members do nothing. Generic rules (names, labels,
 * owner references, immutable metadata) are not repeated here: `resources/machine/object-meta/` has them.
 */
export interface Strategy {
  /** Syntax of metadata.name: the problems of a name, or none. `prefix`: it is a generateName. */
  nameProblems(name: string, prefix: boolean, object?: KubeObject): readonly string[];
  /** `generateName` is the name, with nothing added. */
  readonly namesAsAsked?: boolean;
  /** Metadata of new objects are looked at when nothing else is wrong, unless `validateCreate` asks `WriteContext.meta`. */
  readonly metaComesLast?: boolean;
  /**
   * As `ready` of a kind, for objects of the hub version: what preparing and validating will need of them, `old` before
   * both, the object itself before validation. Absent: nothing.
   */
  readonly ready?: (objects: readonly KubeObject[], context: WriteContext) => Promise<void> | undefined;
  /** After mutating admission, before validation, on an object that the strategy may change. */
  prepareForCreate?(object: KubeObject, context: WriteContext): void;
  prepareForUpdate?(object: KubeObject, old: KubeObject, context: WriteContext): void;
  /** Preparing or validating an update asks whether a client sent empty lists or maps (`json/emptied.ts`). */
  readonly tellsEmptyApart?: boolean;
  /**
   * Which of the generic checks the kind's own validation of updates does once more, before `validateUpdate`. Default:
   * `["update"]`. Where they stand among others, it is empty and `validateUpdate` asks `WriteContext.meta`.
   */
  readonly repeatsMeta?: readonly ("create" | "update")[];
  /** The kind's own validation wants finalizers with a domain, unless Kubernetes itself knows them. */
  readonly kubeFinalizers?: boolean;
  validateCreate?(object: KubeObject, context: WriteContext): FieldError[];
  validateUpdate?(object: KubeObject, old: KubeObject, context: WriteContext): FieldError[];
  /**
   * What `validateCreate` (`old` is undefined) or `validateUpdate` finds, in steps: for kinds where a large object takes
   * long. Absent: it is done in one piece. The call itself takes what `ready` has
   * made ready.
   */
  validateSteps?(object: KubeObject, old: KubeObject | undefined, context: WriteContext): Steps<FieldError[]>;
  /** About a new object (`old` is undefined) or a changed one. */
  warnings?(object: KubeObject, old: KubeObject | undefined): string[];
  /** Normal form, after validation and before validating admission. */
  canonicalize?(object: KubeObject): void;
  /** The form in which it is stored, after validating admission, in place: a webhook may have added unknown fields. */
  prepareForStorage?(object: KubeObject): void;
  /** What a kind fills in when it is read from the store; answers its argument when nothing is missing. */
  completeStored?(object: KubeObject): KubeObject;
  /**
   * `completeStored` is for answers about the object itself: updates and subresources see what was stored
   * (apiserver/pkg/registry/generic/registry/store.go, Decorator).
   */
  readonly completesAnswersOnly?: boolean;
  /** PUT of a missing object creates it. */
  readonly allowCreateOnUpdate: boolean;
  /** For subresources, where an apply to a missing object is refused: it creates it. */
  readonly createdByApply?: boolean;
  /** PUT without resourceVersion: last write wins. */
  readonly allowUnconditionalUpdate: boolean;
  /** Graceful deletion: the seconds to wait, given what the client asked for (undefined: nothing). Absent: at once. */
  gracePeriod?(object: KubeObject, requested: number | undefined): number;
  /** DELETE that removes at once answers with the object instead of a Status. */
  readonly returnDeletedObject: boolean;
  /** Finalizers that a delete with this propagation policy would set are never set (events). */
  readonly garbageCollected: boolean;
  /** A delete without propagation policy leaves what the object owns. Default: false. */
  readonly orphansByDefault?: boolean;
  /** Warning of a delete that says nothing about what the object owns. */
  readonly warningOnDelete?: string;
  /** Fields that a write to the main endpoint never owns: [["status"]]; custom kinds with status likewise. */
  readonly resetFields: readonly (readonly string[])[];
}

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

export type { GroupVersion };
