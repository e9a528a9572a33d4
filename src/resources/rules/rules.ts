import type { ChangeCheck, Check } from "../../api/validation/field-report.ts";
import type { PlacedStatement, Rule } from "./rule.ts";

type FieldRule<V> = Rule<V> | Check<NonNullable<V>>;

/**
 * Rules by field, in the order of their errors. Several rules of one field are in a list. A function is a check of a
 * value that is present, as code.
 */
type FieldRules<T> = { readonly [K in keyof T]?: FieldRule<T[K]> | readonly FieldRule<T[K]>[] };

/** A rule about several fields of a value. */
export interface WholeRule<in T> {
  readonly statements: readonly PlacedStatement[];
  readonly checkWhole: ChangeCheck<T>;
}

/** A part of a table: rules by field, a rule about several fields, or a function for what is code. */
export type Part<T> = FieldRules<T> | WholeRule<T> | ChangeCheck<T>;

/** A table of rules: a check, and what it checks. */
export interface Rules<in T> {
  (...args: Parameters<ChangeCheck<T>>): void;
  readonly statements: readonly PlacedStatement[];
}

const CODE: readonly PlacedStatement[] = [{ path: "", statement: { rule: "code" } }];

/** Makes one check of rules, which run in their order. */
export function rules<T extends object>(...parts: readonly Part<T>[]): Rules<T> {
  const all = parts.map((part): WholeRule<T> => {
    if (typeof part === "function") return { statements: statementsOf(part), checkWhole: part };
    return "checkWhole" in part ? part : fieldRules(part);
  });
  const [first] = all;
  const check: ChangeCheck<T> =
    first !== undefined && all.length === 1
      ? (value, old, at) => first.checkWhole(value, old, at)
      : (value, old, at) => {
          for (const { checkWhole } of all) checkWhole(value, old, at);
        };
  return Object.assign(check, { statements: all.flatMap(({ statements }) => statements) });
}

/** The statements of a check; one that is no table is code. */
export const statementsOf = (check: unknown): readonly PlacedStatement[] =>
  typeof check === "function" && "statements" in check ? (check as Rules<never>).statements : CODE;

/** A check in code that runs tables, whose statements are added. */
export const stated = <T>(check: ChangeCheck<T>, statements: readonly PlacedStatement[]): Rules<T> =>
  Object.assign<ChangeCheck<T>, Pick<Rules<T>, "statements">>(check, { statements });

/** Statements about a part of a value: `name` is the field of the part, `[]` for the items of a list. */
export const below = (name: string, statements: readonly PlacedStatement[]): readonly PlacedStatement[] =>
  statements.map(({ path, statement }) => ({
    path: path === "" || path.startsWith("[") ? name + path : `${name}.${path}`,
    statement,
  }));

function fieldRules<T extends object>(fields: FieldRules<T>): WholeRule<T> {
  const own = Object.entries(fields) as [keyof T & string, FieldRule<T[keyof T]> | FieldRule<T[keyof T]>[]][];
  const entries = own.map(([name, rule]) => ({
    name,
    all: [rule].flat().map((one) => (typeof one === "function" ? code(one) : one)),
  }));
  return {
    statements: entries.flatMap(({ name, all }) => all.flatMap(({ statements }) => below(name, statements))),
    checkWhole(value, before, at) {
      const isUpdate = before !== undefined;
      for (const { name, all } of entries) {
        const now = value[name];
        const old = isUpdate ? before[name] : undefined;
        for (const rule of all) if (rule.check(now, at, name, old, value, isUpdate) === true) break;
      }
    },
  };
}

/** A check of a value that is present, as a rule. `statements`: those of tables that it runs. */
export const code = <V>(
  check: Check<NonNullable<V>>,
  statements: readonly PlacedStatement[] = [],
): Rule<V | undefined | null> => ({
  statements: [...CODE, ...statements],
  check(value, at, name) {
    if (value !== undefined && value !== null) check(value, at.child(name));
    return false;
  },
});
