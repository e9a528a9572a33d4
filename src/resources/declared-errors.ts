import {
  distinctErrors,
  type FieldError,
  forbiddenField,
  invalid,
  required,
} from "../api/validation/field-error.ts";
import { planOf } from "../types/decode/plan.ts";
import type { ObjectShape, Shape } from "../types/shape.ts";

/**
 * Returns the errors of a kind with declarative validation as the reference reports them
 * (apiserver/pkg/registry/rest/validate.go, ValidateDeclarativelyWithMigrationChecks): each once, those of declarative
 * validation last, in the order of the fields of the type, and without the words of the other. `isDeclaredOn`: the gate
 * DeclarativeValidationBeta.
 */
export function settled(
  errors: readonly FieldError[],
  isDeclaredOn: boolean,
  shape: ObjectShape,
): readonly FieldError[] {
  if (!isDeclaredOn) return distinctErrors(errors.filter(({ declaredOnly }) => declaredOnly !== true));
  const isLast = declaredIn(errors);
  const written = errors.filter((error) => !isLast(error) && error.declaredOnly !== true);
  return distinctErrors([...written, ...inOrder(errors.filter(isLast), shape).map(asDeclared)]);
}

/**
 * Returns a function that is true for the errors that declarative validation reports. It checks nothing else of a field
 * that may not change, except that it is there.
 */
function declaredIn(errors: readonly FieldError[]): (error: FieldError) => boolean {
  const kept = errors.filter((error) => error.declared !== undefined && isImmutable(error));
  return (error) => {
    if (error.declared === undefined) return false;
    const isEnd = ({ field }: FieldError): boolean =>
      error.field === field
        ? !isImmutable(error) && error.reason !== "FieldValueRequired"
        : error.field.startsWith(field) && /^[.[]/.test(error.field.slice(field.length));
    return !kept.some(isEnd);
  };
}

/** Text about a field that an update must keep. */
const IMMUTABLE = "field is immutable";

const isImmutable = ({ message }: FieldError): boolean => message.endsWith(IMMUTABLE);

function asDeclared(error: FieldError): FieldError {
  if (typeof error.declared === "string") return inBytes({ ...error, message: error.declared });
  if (error.reason === "FieldValueRequired") return required(error.field);
  if (error.reason === "FieldValueForbidden") return forbiddenField(error.field, "");
  return isImmutable(error) ? invalid(error.field, null, IMMUTABLE) : inBytes(error);
}

/** Formats have their limits in bytes; the written rules say characters. */
const inBytes = (error: FieldError): FieldError => ({
  ...error,
  message: error.message.replace(/(must be no more than \d+) characters$/, "$1 bytes"),
});

/** Sorts errors by the order of the fields, which the generated code of the reference has. */
function inOrder(errors: readonly FieldError[], shape: ObjectShape): readonly FieldError[] {
  if (errors.length < 2) return errors;
  const placed = errors.map((error) => {
    const path = segmentsOf(error.field);
    return { error, path: error.ofOwner === true ? path.slice(0, -1) : path };
  });
  return placed.sort((a, b) => compare(a, b, shape)).map(({ error }) => error);
}

interface Placed {
  readonly error: FieldError;
  readonly path: readonly string[];
}

/** Names, indexes and keys of a path. */
const segmentsOf = (field: string): readonly string[] =>
  (field.match(/\[[^\]]*|[^.[\]]+/g) ?? []).map((part) => (part.startsWith("[") ? part.slice(1) : part));

/** Items that are there twice are found before the items are checked, and errors of a value before those of its fields. */
function compare(a: Placed, b: Placed, root: ObjectShape): number {
  let shape: Shape | undefined = root;
  for (let i = 0; ; i++) {
    const [one, other]: (string | undefined)[] = [a.path[i], b.path[i]];
    if (one === undefined || other === undefined)
      return a.path.length - b.path.length || rank(a.error) - rank(b.error);
    if (shape?.kind === "list") {
      const twice: number = Number(isTwice(b, i)) - Number(isTwice(a, i));
      if (twice !== 0) return twice;
    }
    if (one !== other) return compareMembers(one, other, shape);
    shape = memberOf(shape, one);
  }
}

const isTwice = ({ error, path }: Placed, i: number): boolean =>
  error.reason === "FieldValueDuplicate" && path.length === i + 1;

const rank = (error: FieldError): number => (isImmutable(error) ? 0 : 1);

function compareMembers(one: string, other: string, shape: Shape | undefined): number {
  if (shape?.kind === "list") return Number(one) - Number(other);
  if (shape?.kind !== "object") return one < other ? -1 : 1;
  const { fields } = planOf(shape);
  return (fields.get(one)?.position ?? fields.size) - (fields.get(other)?.position ?? fields.size);
}

function memberOf(shape: Shape | undefined, name: string): Shape | undefined {
  if (shape?.kind === "list") return shape.item;
  if (shape?.kind === "map") return shape.value;
  return shape?.kind === "object" ? shape.fields.get(name)?.shape : undefined;
}
