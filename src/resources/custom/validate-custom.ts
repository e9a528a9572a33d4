import type { KubeObject } from "../../api/meta.ts";
import { type FieldError, type FieldErrorReason, invalid } from "../../api/validation/field-error.ts";
import type { Steps } from "../../async/steps.ts";
import type { Json } from "../../json/value.ts";
import type { WriteContext } from "../strategy.ts";
import type { CustomVersion } from "./custom-version.ts";
import { validateEmbedded } from "./embedded-meta.ts";
import { validateSpecReplicas, validateStatusReplicas } from "./scale-access.ts";

/** `warn` receives the errors of rules that failed before the update too, and so do not refuse it. */
type Context = Pick<WriteContext, "warn" | "metaProblems">;

/**
 * Validates an object in the given version: schema, scale, embedded resources, duplicates in lists and rules,
 * in this order. On update, invalid values that have not changed are accepted.
 */
export function* validateCustom(
  version: CustomVersion,
  object: KubeObject,
  old: KubeObject | undefined,
  context: Context,
): Steps<FieldError[]> {
  const { schema } = version;
  const findings = schema.validate(object, old);
  yield;
  const errors = [
    ...findings,
    ...scaleErrors(version, object),
    ...embeddedErrors(version, object),
    ...newDuplicates(version, object, old),
  ];
  yield;
  return yield* withRules(version, errors, object, old, context);
}

/**
 * Validates a changed status; the rest of the object cannot change. The texts of the errors do not contain
 * `status`, only their fields do.
 */
export function* validateCustomStatus(
  version: CustomVersion,
  object: KubeObject,
  old: KubeObject | undefined,
  context: Context,
): Steps<FieldError[]> {
  const { schema, scale } = version;
  const { status } = object;
  const errors = [
    ...statusErrors(schema, status, old?.status),
    ...(scale === undefined ? [] : validateStatusReplicas(object, scale)),
    ...newDuplicates(version, object, old),
  ];
  yield;
  return yield* withRules(version, errors, object, old, context);
}

/** Validates the status. In Go an absent status is null, so null instead of an absent status is not a change. */
function statusErrors(
  { validateStatus }: CustomVersion["schema"],
  status: Json | undefined,
  old: Json | undefined,
): FieldError[] {
  if (status === undefined || (status === null && old === undefined)) return [];
  return validateStatus?.(status, old, "status") ?? [];
}

function scaleErrors({ scale }: CustomVersion, object: KubeObject): FieldError[] {
  return scale === undefined
    ? []
    : [...validateSpecReplicas(object, scale), ...validateStatusReplicas(object, scale)];
}

function embeddedErrors({ schema }: CustomVersion, object: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  schema.visitEmbedded(object, (resource, path) => errors.push(...validateEmbedded(resource, path)));
  return errors;
}

function newDuplicates(
  { schema }: CustomVersion,
  object: KubeObject,
  old: KubeObject | undefined,
): FieldError[] {
  const errors = schema.findDuplicates(object);
  return errors.length > 0 && old !== undefined && schema.findDuplicates(old).length > 0 ? [] : errors;
}

/** Errors after which rules are not evaluated, because they could fail as a consequence. */
const BLOCKING: ReadonlySet<FieldErrorReason> = new Set<FieldErrorReason>([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const NOT_CHECKED =
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

function* withRules(
  { schema }: CustomVersion,
  errors: FieldError[],
  object: KubeObject,
  old: KubeObject | undefined,
  { warn, metaProblems }: Context,
): Steps<FieldError[]> {
  const { evaluateRules } = schema;
  if (evaluateRules === undefined) return errors;
  if ([...(metaProblems?.() ?? []), ...errors].some(({ reason }) => BLOCKING.has(reason)))
    return [...errors, invalid("<nil>", null, NOT_CHECKED)];
  return [...errors, ...(yield* evaluateRules(object, old, warn))];
}
