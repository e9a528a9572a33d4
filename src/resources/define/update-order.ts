import { FieldReport } from "../../api/field-path.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Strategy, WriteContext } from "../kind.ts";
import { view } from "./strategy.ts";

type Validation = Required<Pick<Strategy, "validateCreate" | "validateUpdate" | "repeatsMeta">>;
type Check<T> = (object: T, old: T | undefined, at: FieldReport) => void;
type Comparison<T> = (object: T, old: T, at: FieldReport) => void;

/** What metadata have wrong, where a kind's validation looks at them once more in its course. */
export function repeatMeta(how: "asNew" | "asUpdate", { meta }: WriteContext, at: FieldReport): void {
  at.errors.push(...(meta?.[how]() ?? []));
}

/** For updates that are validated as a new object first, then as a change: `ValidateX`, then metadata and immutable fields. */
export function checksThenCompares<T>(check: Check<T>, compare: Comparison<T> = () => {}): Validation {
  return {
    ...validation(check, (object, old, context, at) => {
      check(object, old, at);
      repeatMeta("asUpdate", context, at);
      compare(object, old, at);
    }),
    repeatsMeta: ["create"],
  };
}

/** For updates that are validated as a change first: metadata and immutable fields, then `ValidateX`. */
export function comparesThenChecks<T>(compare: Comparison<T>, check: Check<T>): Validation {
  return {
    ...validation(check, (object, old, context, at) => {
      compare(object, old, at);
      repeatMeta("asNew", context, at);
      check(object, old, at);
    }),
    repeatsMeta: ["update"],
  };
}

function validation<T>(
  check: Check<T>,
  update: (object: T, old: T, context: WriteContext, at: FieldReport) => void,
): Omit<Validation, "repeatsMeta"> {
  return {
    validateCreate(object: KubeObject) {
      const at = new FieldReport("");
      check(view<T>(object), undefined, at);
      return at.errors;
    },
    validateUpdate(object: KubeObject, old: KubeObject, context: WriteContext) {
      const at = new FieldReport("");
      update(view<T>(object), view<T>(old), context, at);
      return at.errors;
    },
  };
}
