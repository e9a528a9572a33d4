import { quote } from "../../go/quote.ts";
import { isJsonObject, type Json, records } from "../../json/value.ts";
import { badRequest } from "../status.ts";
import { aggregate, type FieldError, invalid } from "../validation/field-error.ts";
import { labelValueProblems, qualifiedNameProblems } from "../validation/name-format.ts";

/** Operators of selectors in their text form; `gt` and `lt` compare numbers. */
export type SelectorOperator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!" | "gt" | "lt";

/** One condition on one label. `values` is sorted and has no duplicates if it was parsed from text. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values: readonly string[];
}

/** Labels of an object. */
export type Labels = Readonly<Record<string, string>>;

/** A compiled label selector. It matches if all its requirements hold; these are ordered by key. */
export interface LabelSelector {
  readonly requirements: readonly LabelRequirement[];
  /** True if the selector matches every object. */
  readonly empty: boolean;
  /** Returns true if the labels match. Undefined is the same as no labels: `DoesNotExist` and `NotIn` hold for them. */
  matches(labels: Labels | undefined): boolean;
  /** The string form that list requests use: `a=b,c in (d,e),!f`. */
  toString(): string;
}

/** A selector that matches no object. An absent selector in a webhook configuration has this meaning. */
const NOTHING: LabelSelector = { requirements: [], empty: false, matches: () => false, toString: () => "" };

/** Makes a selector that matches if all requirements hold. */
export function labelSelectorOf(requirements: readonly LabelRequirement[]): LabelSelector {
  const sorted = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const conditions = sorted.map(conditionOf);
  return {
    requirements: sorted,
    empty: sorted.length === 0,
    matches: (labels) => conditions.every((holds) => holds(labels)),
    toString: () => sorted.map(formatRequirement).join(","),
  };
}

const OPERATORS: Readonly<Record<string, SelectorOperator>> = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "!",
};

/**
 * Compiles a metav1.LabelSelector ({ matchLabels, matchExpressions }). Absent or null matches no object, `{}` every
 * object. Throws a 400 StatusError with the reference's text for an invalid operator, key or value.
 */
export function compileLabelSelector(selector: Json | undefined): LabelSelector {
  if (!isJsonObject(selector)) return NOTHING;
  const { matchLabels, matchExpressions } = selector;
  const labels = isJsonObject(matchLabels) ? Object.entries(matchLabels) : [];
  const expressions = records(matchExpressions);
  return labelSelectorOf([
    ...labels.map(([key, value]) => makeRequirement(key, "=", [textOf(value ?? null)])),
    ...expressions.map(({ key, operator, values }) =>
      makeRequirement(
        String(key ?? ""),
        operatorOf(String(operator ?? "")),
        Array.isArray(values) ? values.map(textOf) : [],
      ),
    ),
  ]);
}

/** A string as Go decodes it: null is the empty string. */
const textOf = (value: Json): string => (value === null ? "" : String(value));

function operatorOf(name: string): SelectorOperator {
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (operator === undefined) throw badRequest(`${quote(name)} is not a valid label selector operator`);
  return operator;
}

/** Makes a requirement after checking its key, values and number of values. Throws a 400 StatusError. */
export function makeRequirement(
  key: string,
  operator: SelectorOperator,
  values: readonly string[],
): LabelRequirement {
  const errors = [...keyErrors(key), ...countErrors(operator, values), ...valueErrors(key, values)];
  if (errors.length > 0) throw badRequest(aggregate(errors.map((e) => `${e.field}: ${e.message}`)));
  return { key, operator, values };
}

function keyErrors(key: string): FieldError[] {
  const problems = qualifiedNameProblems(key);
  return problems.length === 0 ? [] : [invalid("key", key, problems.join("; "))];
}

function valueErrors(key: string, values: readonly string[]): FieldError[] {
  return values.flatMap((value, i) => {
    const problems = labelValueProblems(value);
    return problems.length === 0 ? [] : [invalid(`values[${i}][${key}]`, value, problems.join("; "))];
  });
}

function countErrors(operator: SelectorOperator, values: readonly string[]): FieldError[] {
  const wrong = (detail: string) => [invalid("values", values.length === 0 ? null : values, detail)];
  switch (operator) {
    case "in":
    case "notin":
      return values.length > 0 ? [] : wrong("for 'in', 'notin' operators, values set can't be empty");
    case "exists":
    case "!":
      return values.length === 0 ? [] : wrong("values set must be empty for exists and does not exist");
    case "gt":
    case "lt":
      return numberErrors(values);
    default:
      return values.length === 1 ? [] : wrong("exact-match compatibility requires one single value");
  }
}

const INTEGER = /^[+-]?\d+$/;

function numberErrors(values: readonly string[]): FieldError[] {
  const count = "for 'Gt', 'Lt' operators, exactly one value is required";
  const kind = "for 'Gt', 'Lt' operators, the value must be an integer";
  return [
    ...(values.length === 1 ? [] : [invalid("values", values, count)]),
    ...values.flatMap((value, i) => (INTEGER.test(value) ? [] : [invalid(`values[${i}]`, value, kind)])),
  ];
}

type Condition = (labels: Labels | undefined) => boolean;

/** Compiles a requirement. Its values become a set, because lists can be long and are searched for each object. */
function conditionOf({ key, operator, values }: LabelRequirement): Condition {
  const allowed = new Set(values);
  const holds = conditionOn(operator, allowed, values[0]);
  return (labels) => holds(labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined);
}

function conditionOn(
  operator: SelectorOperator,
  values: ReadonlySet<string>,
  first: string | undefined,
): (value: string | undefined) => boolean {
  switch (operator) {
    case "=":
    case "==":
    case "in":
      return (value) => value !== undefined && values.has(value);
    case "!=":
    case "notin":
      return (value) => value === undefined || !values.has(value);
    case "exists":
      return (value) => value !== undefined;
    case "!":
      return (value) => value === undefined;
    case "gt":
    case "lt":
      return (value) => compares(operator, value, first);
  }
}

function compares(operator: "gt" | "lt", value: string | undefined, limit: string | undefined): boolean {
  if (value === undefined || limit === undefined || !INTEGER.test(value) || !INTEGER.test(limit))
    return false;
  return operator === "gt" ? BigInt(value) > BigInt(limit) : BigInt(value) < BigInt(limit);
}

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case "exists":
      return key;
    case "!":
      return `!${key}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${[...values].sort().join(",")})`;
    case "gt":
      return `${key}>${values.join(",")}`;
    case "lt":
      return `${key}<${values.join(",")}`;
    default:
      return `${key}${operator}${values.join(",")}`;
  }
}
