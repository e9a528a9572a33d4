import { FieldReport } from "../../api/validation/field-report.ts";
import type { Steps } from "../../async/steps.ts";
import { statementsOf } from "../rules/rules.ts";
import type { Strategy, WriteContext } from "../strategy.ts";
import { inSteps, view } from "./strategy.ts";

type Validation = ReturnType<typeof inSteps> & Required<Pick<Strategy, "repeatsMeta" | "rules">>;
/** A check that runs at once, or in steps. */
type Check<T> = (object: T, old: T | undefined, at: FieldReport) => void | Steps<void>;
type Comparison<T> = (object: T, old: T, at: FieldReport) => void;

/** Adds the errors of metadata again, for kinds whose validation checks metadata a second time. */
export function repeatMeta(how: "asNew" | "asUpdate", { meta }: WriteContext, at: FieldReport): void {
  at.errors.push(...(meta?.[how]() ?? []));
}

/**
 * Validation of kinds whose updates are checked as a new object first, then as a change: `ValidateX`, then
 * metadata and immutable fields.
 */
export function checksThenCompares<T>(check: Check<T>, compare: Comparison<T> = () => {}): Validation {
  return {
    ...validation(check, function* (object, old, context, at) {
      yield* check(object, old, at) ?? [];
      yield;
      repeatMeta("asUpdate", context, at);
      compare(object, old, at);
    }),
    repeatsMeta: ["create"],
    rules: [...statementsOf(check), ...statementsOf(compare)],
  };
}

/**
 * Validation of kinds whose updates are checked as a change first: metadata and immutable fields, then
 * `ValidateX`.
 */
export function comparesThenChecks<T>(compare: Comparison<T>, check: Check<T>): Validation {
  return {
    ...validation(check, function* (object, old, context, at) {
      compare(object, old, at);
      yield;
      repeatMeta("asNew", context, at);
      yield;
      yield* check(object, old, at) ?? [];
    }),
    repeatsMeta: ["update"],
    rules: [...statementsOf(compare), ...statementsOf(check)],
  };
}

const validation = <T>(
  check: Check<T>,
  update: (object: T, old: T, context: WriteContext, at: FieldReport) => Steps<void>,
): ReturnType<typeof inSteps> =>
  inSteps(function* (object, old, context) {
    const at = new FieldReport("", undefined, context);
    if (old === undefined) yield* check(view<T>(object), undefined, at) ?? [];
    else yield* update(view<T>(object), view<T>(old), context, at);
    return at.errors;
  });
