import { type FieldError, forbiddenField } from "../../../../../api/validation/field-error.ts";

/** Limit for the estimated cost of one rule. */
export const RULE_LIMIT = 10_000_000;
/** Limit for the estimated costs of all rules of a schema together. */
export const TOTAL_LIMIT = 100_000_000;

/** Adds up the estimated costs of the rules of one schema, and keeps the most expensive rules. */
export class RuleCosts {
  #total = 0;
  #worst: { readonly path: string; readonly cost: number }[] = [];

  add(path: string, cost: number): void {
    this.#total += cost;
    if (cost < TOTAL_LIMIT / 100) return;
    this.#worst = [...this.#worst, { path, cost }].sort((a, b) => b.cost - a.cost).slice(0, 4);
  }

  /** Returns the errors of the sum. `path`: path of the schema. */
  problems(path: string): FieldError[] {
    if (this.#total <= TOTAL_LIMIT) return [];
    const blamed = this.#worst.map((rule) =>
      forbiddenField(
        rule.path,
        "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema",
      ),
    );
    const name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    return [...blamed, forbiddenField(path, exceeds(name, this.#total / TOTAL_LIMIT))];
  }
}

/** Returns the error of the estimate of one expression. */
export function costProblems(path: string, name: string, cost: number): FieldError[] {
  return cost <= RULE_LIMIT ? [] : [forbiddenField(path, exceeds(name, cost / RULE_LIMIT))];
}

const exceeds = (name: string, factor: number): string =>
  `${name} exceeds budget by factor of ${factorText(factor)} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;

function factorText(factor: number): string {
  if (factor > 100) return "more than 100x";
  return factor < 1.5 ? `${factor.toFixed(6)}x` : `${oneDecimal(factor)}x`;
}

/** Rounds to one decimal as Go does: a value exactly in the middle is rounded to the even digit. */
function oneDecimal(value: number): string {
  const isMiddle = (value * 4) % 2 === 1;
  const below = Math.floor(value * 10);
  return (isMiddle ? (below + (below % 2)) / 10 : value).toFixed(1);
}
