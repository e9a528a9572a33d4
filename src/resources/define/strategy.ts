import type { KubeObject } from "../../api/meta.ts";
import { hasEmptied, sameEmptyBytes, wasEmptied } from "../../api/object/emptied.ts";
import type { FieldError } from "../../api/validation/field-error.ts";
import { type ChangeCheck, collectErrors, type FieldReport } from "../../api/validation/field-report.ts";
import { nameIsDnsSubdomain } from "../../api/validation/name-format.ts";
import { atOnce } from "../../async/steps.ts";
import { deepEqual } from "../../json/semantic-equal.ts";
import type { JsonObject } from "../../json/value.ts";
import { zeroOf } from "../../types/decode/decode.ts";
import { builtinShape } from "../../types/notation/shapes.ts";
import { sameMember } from "../../types/same-meaning.ts";
import { below, statementsOf } from "../rules/rules.ts";
import type { Strategy, WriteContext } from "../strategy.ts";

/** Returns a strategy with the usual rules of most kinds; `own` replaces some of them. */
export function strategy(own: Partial<Strategy>): Strategy {
  return {
    nameProblems: nameIsDnsSubdomain,
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: true,
    returnDeletedObject: false,
    garbageCollected: true,
    resetFields: [],
    ...own,
  };
}

/** Casts an object to a type that the decoder has already checked. */
export const view = <T>(object: KubeObject): T => object as unknown as T;

/** Sets the generation of a new object to 1, for kinds whose generation counts changes. */
export function startGeneration(object: KubeObject): void {
  object.metadata.generation = 1;
}

/**
 * Increases the generation if one of the fields has changed. `type`: type of the object, if it has quantities
 * or raw texts.
 */
export function countGeneration(
  object: KubeObject,
  old: KubeObject,
  fields: readonly string[] = ["spec"],
  type?: string,
): void {
  const isSame = (field: string): boolean =>
    type === undefined
      ? deepEqual(object[field], old[field])
      : sameMember(type, field, object[field], old[field]);
  if (fields.every(isSame)) return;
  object.metadata.generation = (old.metadata.generation ?? 0) + 1;
}

/**
 * The same for a field that the reference compares with Go's reflect.DeepEqual: an empty list or map in a
 * request differs from the stored object, in which such a field is absent.
 */
export function countGenerationExactly(object: KubeObject, old: KubeObject, field: string): void {
  const isSame =
    deepEqual(object[field], old[field]) &&
    !wasEmptied(object, field) &&
    !hasEmptied(object[field]) &&
    sameEmptyBytes(object[field], old[field]);
  if (!isSame) object.metadata.generation = (old.metadata.generation ?? 0) + 1;
}

/** Keeps the stored value of a field, whatever the client sent. */
export function keepField(object: KubeObject, old: KubeObject, field: string): void {
  if (old[field] === undefined) delete object[field];
  else object[field] = old[field];
}

/**
 * The strategy of kinds with spec, status and generation: a client can change the status only at the status
 * endpoint, and the generation counts changes of spec. `type`: name in the tables of built-in types, such as
 * `apps/v1.Deployment`.
 */
export function specAndStatus(
  type: string,
): Required<Pick<Strategy, "prepareForCreate" | "prepareForUpdate" | "resetFields">> {
  const clear = statusCleaner(type);
  return {
    prepareForCreate(object) {
      clear(object);
      startGeneration(object);
    },
    prepareForUpdate(object, old) {
      keepField(object, old, "status");
      countGeneration(object, old, ["spec"], type);
    },
    resetFields: [["status"]],
  };
}

/**
 * Returns a function that resets the status of an object to its zero value. Some kinds print a status even
 * then.
 */
export function statusCleaner(type: string): (object: KubeObject) => void {
  return (object) => {
    const { status } = zeroOf(builtinShape(type));
    if (status === undefined) delete object.status;
    else object.status = status;
  };
}

/** ResetObjectMetaForStatus of apimachinery's apis/meta/v1/meta.go; generations have separate rules. */
export const STATUS_META = [
  "annotations",
  "deletionTimestamp",
  "finalizers",
  "labels",
  "ownerReferences",
  "selfLink",
] as const;

type MetaField = (typeof STATUS_META)[number];

/**
 * The strategy of the status endpoint, which keeps spec. `kept`: metadata that it keeps, too; this depends on
 * the kind, and newer kinds keep all of it.
 */
export function statusOnly(
  own: Partial<Strategy> = {},
  kept: readonly MetaField[] | "metadata" = [],
): Strategy {
  const fields = kept === "metadata" ? STATUS_META : kept;
  const reset = kept === "metadata" ? [["metadata"]] : kept.map((name) => ["metadata", name]);
  return strategy({
    resetFields: [["spec"], ...reset],
    prepareForUpdate(object, old) {
      keepField(object, old, "spec");
      for (const name of fields) keepMeta(object, old, name);
    },
    ...own,
  });
}

function keepMeta({ metadata }: KubeObject, { metadata: old }: KubeObject, name: MetaField): void {
  if (old[name] === undefined) delete metadata[name];
  else Object.assign(metadata, { [name]: old[name] });
}

/** The strategy of kinds that have only a spec, and a generation that counts its changes. */
export const specOnly: Required<Pick<Strategy, "prepareForCreate" | "prepareForUpdate">> = {
  prepareForCreate: startGeneration,
  prepareForUpdate: (object, old) => countGeneration(object, old),
};

/** Like `specAndStatus`, without a generation. */
export function statusOnlyElsewhere(
  type: string,
): Required<Pick<Strategy, "prepareForCreate" | "prepareForUpdate" | "resetFields">> {
  return {
    prepareForCreate: statusCleaner(type),
    prepareForUpdate: (object, old) => keepField(object, old, "status"),
    resetFields: [["status"]],
  };
}

/**
 * Sets the phase Pending in an object that is stored without a phase, as the defaults of its kind do when it
 * is read.
 */
export function completePhase(object: KubeObject): KubeObject {
  const { status } = view<{ status?: JsonObject }>(object);
  return (status?.phase ?? "") === "" ? { ...object, status: { phase: "Pending", ...status } } : object;
}

/** Returns the spec of an object; an empty object if it is absent. */
export const specOf = <T>(object: KubeObject): T => view<{ spec?: T }>(object).spec ?? ({} as T);

/** Returns the status of an object; an empty object if it is absent. */
export const statusOf = <T>(object: KubeObject): T => view<{ status?: T }>(object).status ?? ({} as T);

/** Validates updates by one check of the status. */
export function validatesStatus<T>(
  check: (status: T, old: T, at: FieldReport) => void,
): Required<Pick<Strategy, "rules" | "validateUpdate">> {
  return {
    rules: below("status", statementsOf(check)),
    validateUpdate: (object, old, context) =>
      collectErrors("status", (at) => check(statusOf<T>(object), statusOf<T>(old), at), context),
  };
}

/** Validates creates and updates by one function. */
export function validates(
  validate: (object: KubeObject, old: KubeObject | undefined, context: WriteContext) => FieldError[],
): Required<Pick<Strategy, "validateCreate" | "validateUpdate">> {
  return {
    validateCreate: (object, context) => validate(object, undefined, context),
    validateUpdate: validate,
  };
}

type RuleValidation = Required<Pick<Strategy, "rules" | "validateCreate" | "validateUpdate">>;

/** Validates creates and updates by one check of the spec. */
export function validatesSpec<T>(check: ChangeCheck<T>): RuleValidation {
  return {
    rules: below("spec", statementsOf(check)),
    ...validates((object, old, context) =>
      collectErrors("spec", (at) => check(specOf<T>(object), old && specOf<T>(old), at), context),
    ),
  };
}

/** Validates creates and updates by one check of the whole object. */
export function validatesObject<T>(check: ChangeCheck<T>): RuleValidation {
  return {
    rules: statementsOf(check),
    ...validates((object, old, context) =>
      collectErrors("", (at) => check(view<T>(object), old && view<T>(old), at), context),
    ),
  };
}

/** Validates in steps, so that large objects do not block the event loop; small objects are validated at once. */
export function inSteps(
  validateSteps: Required<Strategy>["validateSteps"],
): Required<Pick<Strategy, "validateCreate" | "validateUpdate" | "validateSteps">> {
  return {
    validateSteps,
    ...validates((object, old, context) => atOnce(validateSteps(object, old, context))),
  };
}
