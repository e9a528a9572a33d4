import type { FieldError } from "../api/field-error.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import type { Steps } from "../api/steps.ts";

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
  /** What is wrong with the metadata: told beside what the kind's own validation finds, which may depend on it. */
  metaProblems?(): readonly FieldError[];
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
  readonly metaComesLast?: boolean | ((object: KubeObject) => boolean);
  /**
   * As `ready` of a kind, for objects of the hub version: what preparing and validating will need of them, `old` before
   * both, the object itself before validation. Absent: nothing.
   */
  readonly ready?: (objects: readonly KubeObject[], context: WriteContext) => Promise<void> | undefined;
  /** After mutating admission, before validation, on an object that the strategy may change. */
  prepareForCreate?(object: KubeObject, context: WriteContext): void;
  prepareForUpdate?(object: KubeObject, old: KubeObject, context: WriteContext): void;
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
  /** The form in which it is stored, after validating admission, in place. `requestVersion`: as in WriteContext. */
  prepareForStorage?(object: KubeObject, requestVersion: string): void;
  /** What a kind fills in when it is read from the store; answers its argument when nothing is missing. */
  completeStored?(object: KubeObject): KubeObject;
  /** What an object without anything in it shows, as the reference's own form of it does. In place. */
  fillEmptied?(object: KubeObject): void;
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
