import type { KubeObject, UserInfo } from "../api/meta.ts";
import type { FieldError } from "../api/validation/field-error.ts";
import type { RuleSettings } from "../api/validation/field-report.ts";
import type { Steps } from "../async/steps.ts";
import type { PlacedStatement } from "./rules/rule.ts";

/** Facts about the request that a strategy can use. */
export interface WriteContext extends RuleSettings {
  readonly user: UserInfo;
  /** Current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly subresource: string;
  /**
   * Version in the URL, such as `v1beta1`; absent for the hub's. Old versions of a few kinds have more
   * lenient rules.
   */
  readonly requestVersion?: string;
  newUid(): string;
  /** Returns the current labels of the object's namespace; undefined if it has no namespace. */
  namespaceLabels?(): Readonly<Record<string, string>> | undefined;
  /** Checks of metadata that the kind's own validation makes; for new objects only if `metaComesLast` is true. */
  readonly meta?: MetaChecks;
  /**
   * Returns the errors of the metadata, which are reported together with those of the kind's own validation.
   * Some of these depend on them.
   */
  metaProblems?(): readonly FieldError[];
  /** User of the request; absent if no rights are checked. */
  readonly requester?: Requester;
  /** Sends a warning to the client, in addition to the response. */
  warn(text: string): void;
}

/** User of a request, for kinds that require further rights than the right to the request. */
export interface Requester {
  /** Verb of the request: `update` or `patch`. */
  readonly verb: string;
  /**
   * Returns the reason why the user may not do something else; undefined if the user may. Absent parts are as
   * in the request.
   */
  refusal(asked: {
    readonly verb?: string;
    /** Plural of a resource of the same group. */
    readonly resource?: string;
    readonly subresource: string;
    readonly namespace?: string;
    readonly name: string;
  }): string | undefined;
}

/** Errors of the metadata of a changed object that a kind's own validation finds. */
export interface MetaChecks {
  /** Checks the metadata as if the object were new. */
  asNew(): readonly FieldError[];
  asUpdate(): readonly FieldError[];
}

/**
 * Rules for writes of a resource, for objects of the hub version. Absent members do nothing. Generic rules
 * (names, labels, owner references, immutable metadata) are not here, but in
 * `resources/machine/object-meta/`.
 */
export interface Strategy {
  /** Statements of the tables that validate; for tests and tools. */
  readonly rules?: readonly PlacedStatement[];
  /** Returns the problems of metadata.name; an empty list if it is valid. `prefix`: true for a generateName. */
  nameProblems(name: string, prefix: boolean, object?: KubeObject): readonly string[];
  /** True if declarative validation checks the name of a new object, too. */
  readonly declaresName?: boolean;
  /** True if `generateName` is used as the name, without a suffix. */
  readonly namesAsAsked?: boolean;
  /**
   * True if metadata of new objects are checked only if there are no other errors, unless `validateCreate`
   * uses `WriteContext.meta`.
   */
  readonly metaComesLast?: boolean | ((object: KubeObject) => boolean);
  /**
   * Like `ready` of a kind, for objects of the hub version: prepares the conversions for preparation and
   * validation. It gets `old` before both, and the object itself before validation. Absent if nothing is
   * needed.
   */
  readonly ready?: (objects: readonly KubeObject[], context: WriteContext) => Promise<void> | undefined;
  /** Prepares a new object after mutating admission and before validation; it may change the object. */
  prepareForCreate?(object: KubeObject, context: WriteContext): void;
  prepareForUpdate?(object: KubeObject, old: KubeObject, context: WriteContext): void;
  /**
   * Generic checks that the kind's own validation of updates repeats before `validateUpdate`. Default:
   * `["update"]`. If the kind repeats them between other checks, the list is empty and `validateUpdate` calls
   * `WriteContext.meta`.
   */
  readonly repeatsMeta?: readonly ("create" | "update")[];
  /**
   * Absent: errors are reported as by the reference's declarative validation (`settled`). `asFound`: the same without the
   * gate DeclarativeValidationBeta. `repeated`: the kind has no declarative validation, and an error that is found twice is
   * reported twice.
   */
  readonly errorReports?: "asFound" | "repeated" | undefined;
  /** True if the kind's own validation requires finalizers with a domain, except those of Kubernetes itself. */
  readonly kubeFinalizers?: boolean;
  validateCreate?(object: KubeObject, context: WriteContext): FieldError[];
  validateUpdate?(object: KubeObject, old: KubeObject, context: WriteContext): FieldError[];
  /**
   * Finds the errors of `validateCreate` (`old` is undefined) or `validateUpdate` in steps, for kinds with
   * large objects. If absent, validation runs without a pause. The call itself reads the results of `ready`.
   */
  validateSteps?(object: KubeObject, old: KubeObject | undefined, context: WriteContext): Steps<FieldError[]>;
  /** Returns the warnings about a new object (`old` is undefined) or a changed one. */
  warnings?(object: KubeObject, old: KubeObject | undefined, settings: RuleSettings): string[];
  /** Brings an object into its normal form, after validation and before validating admission. */
  canonicalize?(object: KubeObject): void;
  /**
   * Brings an object into its stored form, after validating admission, in place. `requestVersion`: as in
   * WriteContext.
   */
  prepareForStorage?(object: KubeObject, requestVersion: string): void;
  /**
   * Returns a stored object with the fields that the kind fills in on reads; its argument if nothing is
   * missing.
   */
  completeStored?(object: KubeObject): KubeObject;
  /** Fills in the fields that an object without content has in the reference's internal form, in place. */
  fillEmptied?(object: KubeObject): void;
  /**
   * True if `completeStored` applies only to responses with the object itself: updates and subresources see
   * the stored object (apiserver/pkg/registry/generic/registry/store.go, Decorator).
   */
  readonly completesAnswersOnly?: boolean;
  /** True if PUT of a missing object creates it. */
  readonly allowCreateOnUpdate: boolean;
  /**
   * True if an apply request to a subresource of a missing object creates it; the default for subresources is
   * an error.
   */
  readonly createdByApply?: boolean;
  /** True if PUT without resourceVersion is allowed: the last write wins. */
  readonly allowUnconditionalUpdate: boolean;
  /**
   * Returns the grace period of a deletion, in seconds. `requested`: value of the client; undefined if it is
   * absent. If the function is absent, objects are deleted at once.
   */
  gracePeriod?(object: KubeObject, requested: number | undefined): number;
  /** True if DELETE that removes an object at once returns the object instead of a Status. */
  readonly returnDeletedObject: boolean;
  /** False if a delete never sets the finalizers of its propagation policy (events). */
  readonly garbageCollected: boolean;
  /** True if a delete without a propagation policy keeps the objects that the object owns. Default: false. */
  readonly orphansByDefault?: boolean;
  /** Warning for a delete without a propagation policy. */
  readonly warningOnDelete?: string;
  /** Fields that a write to the main endpoint never owns: [["status"]]; the same for custom kinds with status. */
  readonly resetFields: readonly (readonly string[])[];
}
