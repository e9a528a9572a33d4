import {
  type FieldError,
  invalid,
  MAX_ERRORS,
  notSupportedInOrder,
  notSupportedText,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from "../../api/validation/field-error.ts";
import { formatFloat } from "../../go/float.ts";
import { quote } from "../../go/quote.ts";
import type { Json } from "../../json/value.ts";
import { kindOf } from "./kind-of.ts";
import { formatTrail, type Trail } from "./trail.ts";

/** One error of a value. `text` is the reference's sentence, which it also uses to detect repetitions. */
export interface Finding {
  readonly text: string;
  /** Undefined for findings about several schemas at once, which have no path. */
  readonly path: string | undefined;
  /** Returns the error as clients see it. `field`: path with its prefix. */
  toFieldError(field: string): FieldError;
}

/** The values of an enum as errors print them, and all of them joined. */
export interface ShownValues {
  readonly shown: readonly string[];
  readonly joined: string;
}

/** Collects findings in the order of discovery. Findings beyond the size limit of a response are not created. */
export class Findings {
  readonly list: Finding[] = [];

  addAll({ list }: Findings): void {
    for (const finding of list) this.#add(() => finding);
  }

  /** Adds a sentence without a path: `"spec" must validate at least one schema (anyOf)`. */
  general(trail: Trail, textAt: (path: string) => string): void {
    this.#add(() => {
      const text = textAt(formatTrail(trail));
      return { text, path: undefined, toFieldError: (field) => invalid(field, "", text) };
    });
  }

  /** Adds any other sentence about one value: `spec.n in body should be at least 3 chars long`. */
  invalid(trail: Trail, value: Json, says: string): void {
    this.sentence(trail, value, (path) => `${path} in body ${says}`);
  }

  /** Adds an error of a type. `actual` is the name of a type, or the text that does not have the format. */
  type(trail: Trail, expected: string, actual: string): void {
    this.#add(() => {
      const path = formatTrail(trail);
      const text = `${path} in body must be of type ${expected}: ${quote(actual)}`;
      return { text, path, toFieldError: (field) => typeInvalid(field, actual, text) };
    });
  }

  forbiddenProperty(parent: Trail, key: string): void {
    this.sentence(parent, key, (path) => `${path}.${key} in body is a forbidden property`);
  }

  required(parent: Trail, name: string): void {
    this.#add(() => {
      const path = `${formatTrail(parent)}.${name}`;
      return { text: `${path} in body is required`, path, toFieldError: (field) => required(field) };
    });
  }

  enum(trail: Trail, value: Json, { shown, joined }: ShownValues): void {
    this.#add(() => {
      const path = formatTrail(trail);
      const text = `${path} in body should be one of ${joined}`;
      const toFieldError = (field: string): FieldError =>
        typeof value === "string"
          ? notSupportedText(field, value, shown)
          : notSupportedInOrder(field, value, shown);
      return { text, path, toFieldError };
    });
  }

  tooLong(trail: Trail, max: number): void {
    this.#add(() => {
      const path = formatTrail(trail);
      const text = `${path} in body should be at most ${max} chars long`;
      return { text, path, toFieldError: (field) => tooLong(field, max) };
    });
  }

  tooMany(trail: Trail, actual: number, max: number, what: "items" | "properties"): void {
    this.#add(() => {
      const path = formatTrail(trail);
      const text = `${path} in body should have at most ${max} ${what}`;
      return { text, path, toFieldError: (field) => tooMany(field, actual, max) };
    });
  }

  /** Adds a sentence about one value that contains the path itself. */
  sentence(trail: Trail, value: Json, textAt: (path: string) => string): void {
    this.#add(() => {
      const path = formatTrail(trail);
      const text = textAt(path);
      return { text, path, toFieldError: (field) => invalidValue(field, value, text) };
    });
  }

  #add(make: () => Finding): void {
    if (this.list.length < MAX_ERRORS) this.list.push(make());
  }
}

/** Numbers that are not integers are printed as Go prints them, other values as in all errors. */
function invalidValue(field: string, value: Json, text: string): FieldError {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (!isNumber || kindOf(value) === "integer") return invalid(field, value, text);
  return {
    reason: "FieldValueInvalid",
    field,
    message: `Invalid value: ${formatFloat(Number(value))}: ${text}`,
  };
}
