import type { FieldReport } from "../../api/validation/field-report.ts";
import { byteLength } from "../../api/validation/name-format.ts";
import { deepEqual } from "../../json/semantic-equal.ts";
import type { Problems, Rule, Statement } from "./rule.ts";
import { below, type Part, type Rules, rules, type WholeRule } from "./rules.ts";

type Absent = undefined | null;

const stating = (statement: Statement): Rule<never>["statements"] => [{ path: "", statement }];

/** A value that is absent or empty is an error, and later rules of the field do not apply. */
export const required = (text = ""): Rule<string | number | object | Absent> => ({
  statements: stating({ rule: "required", text }),
  check: (value, at, name) => !at.require(name, value, text),
});

/** Like `required`, for a value that may be empty. */
export const present: Rule<unknown> = {
  statements: stating({ rule: "required", text: "" }),
  check(value, at, name) {
    if (value !== undefined) return false;
    at.child(name).required();
    return true;
  },
};

/** Later rules of the field do not apply to a value that is absent or empty. */
export const optional: Rule<string | readonly unknown[] | Absent> = {
  statements: stating({ rule: "optional" }),
  check: (value) => value === undefined || value === null || value.length === 0,
};

/** A closed set. An absent value is allowed. */
export const oneOf = (values: readonly string[]): Rule<string | Absent> => ({
  statements: stating({ rule: "oneOf", values }),
  check(value, at, name) {
    at.supports(name, value ?? undefined, values);
    return false;
  },
});

/** A number of at least `limit`. An absent value is allowed. */
export const least = (
  limit: number,
  text = `must be greater than or equal to ${limit}`,
): Rule<number | bigint | Absent> => ({
  statements: stating({ rule: "least", limit, text }),
  check(value, at, name) {
    if (value !== undefined && value !== null && value < limit) at.child(name).invalid(value, text);
    return false;
  },
});

/** A number of at most `limit`. An absent value is allowed. */
export const most = (
  limit: number,
  text = `must be less than or equal to ${limit}`,
): Rule<number | bigint | Absent> => ({
  statements: stating({ rule: "most", limit, text }),
  check(value, at, name) {
    if (value !== undefined && value !== null && value > limit) at.child(name).invalid(value, text);
    return false;
  },
});

/** At most `limit` bytes. */
export const bytes = (limit: number): Rule<string | Absent> => ({
  statements: stating({ rule: "bytes", limit }),
  check(value, at, name) {
    if (byteLength(value ?? "") > limit) at.child(name).tooLong(limit);
    return false;
  },
});

/** A value without problems. An absent value is allowed, an empty one is checked. */
export const format = <V>(problems: Problems<V>): Rule<V | Absent> => ({
  statements: stating({ rule: "format", problems }),
  check(value, at, name) {
    if (value === undefined || value === null) return false;
    const found = problems(value);
    if (found.length > 0) at.child(name).problems(value, found);
    return false;
  },
});

/** A rule in which an absent value counts as another one, as in Go without a pointer. */
export const absentAs = <V>(zero: NoInfer<NonNullable<V>>, ...own: readonly Rule<V>[]): Rule<V | Absent> => ({
  statements: own.flatMap(({ statements }) => statements),
  check(value, at, name, old, owner, isUpdate) {
    const before = isUpdate ? (old ?? zero) : undefined;
    return own.some(({ check }) => check(value ?? zero, at, name, before, owner, isUpdate));
  },
});

/** Rules that are declarative in the reference: their errors come last (`FieldError.declared`). */
export const declared = <V>(...own: readonly Rule<V>[]): Rule<V> => ({
  statements: own.flatMap(({ statements }) => statements),
  check: (value, at, name, old, owner, isUpdate) =>
    own.some(({ check }) => check(value, at.declared, name, old, owner, isUpdate)),
});

/** Rules for new objects only. */
export const onCreate = <V>(...own: readonly Rule<V>[]): Rule<V> => ({
  statements: own.flatMap(({ statements }) => statements),
  check: (value, at, name, old, owner, isUpdate) =>
    !isUpdate && own.some(({ check }) => check(value, at, name, old, owner, isUpdate)),
});

/** A rule whose errors name another path: the reference has it wrong. */
export const namedAs = <V>(path: string, { statements, check }: Rule<V>): Rule<V> => ({
  statements,
  check: (value, at, _name, ...rest) => check(value, at, path, ...rest),
});

/** An update keeps the value. `printed`: the value as the error prints it, in the internal form of the reference. */
export const immutable = <V>(printed: (value: V) => unknown = (value) => value): Rule<V> =>
  kept("field is immutable", (value, at, text) => at.invalid(printed(value), text));

/** `immutable` whose error is of the kind Forbidden. */
export const unchanged = (text: string): Rule<unknown> => kept(text, (_value, at) => at.forbidden(text));

const kept = <V>(text: string, report: (value: V, at: FieldReport, text: string) => void): Rule<V> => ({
  statements: stating({ rule: "immutable", text }),
  check(value, at, name, old, _owner, isUpdate) {
    if (isUpdate && !deepEqual(value, old)) report(value, at.child(name), text);
    return false;
  },
});

/** Rules of a nested value. An absent one is not checked. */
export function inside<V extends object>(...parts: readonly Part<V>[]): Rule<V | Absent> {
  const table = rules(...parts);
  return {
    statements: table.statements,
    check(value, at, name, old) {
      if (value === undefined || value === null) return false;
      table(value, old ?? undefined, at.child(name));
      return false;
    },
  };
}

/** Rules of a nested value that counts as empty if it is absent, as in Go without a pointer. */
export const struct = <V extends object>(...parts: readonly Part<V>[]): Rule<V | Absent> =>
  absentAs<V>({} as NonNullable<V>, inside(...parts));

/** Rules of each item of a list. Items have no earlier value. */
export const each = <I extends object>(table: Rules<I>): Rule<readonly I[] | Absent> => ({
  statements: below("[]", table.statements),
  check(value, at, name) {
    at.eachOf(name, value, (item, here) => table(item, undefined, here));
    return false;
  },
});

/** A text that is allowed only beside the field `other` of the same owner. */
export const onlyWith = (other: string, text: string): Rule<string | Absent> => ({
  statements: stating({ rule: "with", other, text }),
  check(value, at, name, _old, owner) {
    if ((value ?? "") !== "" && ((owner as { readonly [member: string]: unknown })[other] ?? "") === "")
      at.child(name).forbidden(text);
    return false;
  },
});

/** The first of the fields is required if all are absent. */
export const some = <T extends object>(
  fields: readonly (keyof T & string)[],
  text: string,
): WholeRule<T> => ({
  statements: stating({ rule: "some", fields, text }),
  checkWhole(value, _old, at) {
    const [first = ""] = fields;
    if (fields.every((name) => value[name] === undefined)) at.child(first).required(text);
  },
});

/** The first of the two fields is forbidden beside the second one. */
export const notBoth = <T extends object>(
  fields: readonly [keyof T & string, keyof T & string],
  text: string,
): WholeRule<T> => ({
  statements: stating({ rule: "notBoth", fields, text }),
  checkWhole(value, _old, at) {
    const [first, second] = fields;
    if (value[first] !== undefined && value[second] !== undefined) at.child(first).forbidden(text);
  },
});
