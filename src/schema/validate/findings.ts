import {
  type FieldError,
  invalid,
  notSupportedInOrder,
  notSupportedText,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from "../../api/field-error.ts";
import type { Json } from "../../api/json.ts";
import { quote } from "../../api/quote.ts";
import { formatFloat } from "../../json/go-float.ts";
import { stringify } from "../../json/stringify.ts";
import { kindOf } from "./kind-of.ts";
import { formatTrail, type Trail } from "./trail.ts";

/** One thing that a schema has against a value; `text` is the reference's own sentence, by which it tells repetitions. */
export interface Finding {
  readonly text: string;
  /** Undefined for findings about several schemas at once, which carry no path. */
  readonly path: string | undefined;
  /** The error as clients see it, at a path that already has its prefix. */
  toFieldError(field: string): FieldError;
}

/** Collects findings in the order of discovery, equal ones once. */
export class Findings {
  readonly list: Finding[] = [];

  add(finding: Finding): void {
    if (!this.list.some(({ text }) => text === finding.text)) this.list.push(finding);
  }

  addAll({ list }: Findings): void {
    for (const finding of list) this.add(finding);
  }

  /** A sentence without a path: `"spec" must validate at least one schema (anyOf)`. */
  general(text: string): void {
    this.add({ text, path: undefined, toFieldError: (field) => invalid(field, "", text) });
  }

  /** Any other sentence about one value: `spec.n in body should be at least 3 chars long`. */
  invalid(trail: Trail, value: Json, says: string): void {
    this.sentence(trail, value, `${formatTrail(trail)} in body ${says}`);
  }

  /** A sentence about one value that names the place itself. */
  sentence(trail: Trail, value: Json, text: string): void {
    this.add({ text, path: formatTrail(trail), toFieldError: (field) => invalidValue(field, value, text) });
  }

  /** `actual` is the name of a type, or the text that has not the right format. */
  type(trail: Trail, expected: string, actual: string): void {
    const path = formatTrail(trail);
    const text = `${path} in body must be of type ${expected}: ${quote(actual)}`;
    this.add({ text, path, toFieldError: (field) => typeInvalid(field, actual, text) });
  }

  forbiddenProperty(parent: Trail, key: string): void {
    this.sentence(parent, key, `${formatTrail(parent)}.${key} in body is a forbidden property`);
  }

  required(parent: Trail, name: string): void {
    const path = `${formatTrail(parent)}.${name}`;
    this.add({ text: `${path} in body is required`, path, toFieldError: (field) => required(field) });
  }

  enum(trail: Trail, value: Json, values: readonly Json[]): void {
    const path = formatTrail(trail);
    const shown = values.map((allowed) => (typeof allowed === "string" ? allowed : stringify(allowed)));
    const text = `${path} in body should be one of ${shown.join(" ")}`;
    const toFieldError = (field: string): FieldError =>
      typeof value === "string"
        ? notSupportedText(field, value, shown)
        : notSupportedInOrder(field, value, shown);
    this.add({ text, path, toFieldError });
  }

  tooLong(trail: Trail, max: number): void {
    const path = formatTrail(trail);
    const text = `${path} in body should be at most ${max} chars long`;
    this.add({ text, path, toFieldError: (field) => tooLong(field, max) });
  }

  tooMany(trail: Trail, actual: number, max: number, what: "items" | "properties"): void {
    const path = formatTrail(trail);
    const text = `${path} in body should have at most ${max} ${what}`;
    this.add({ text, path, toFieldError: (field) => tooMany(field, actual, max) });
  }
}

/** Numbers that are no integers are printed as Go prints them, everything else as in all errors. */
function invalidValue(field: string, value: Json, text: string): FieldError {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (!isNumber || kindOf(value) === "integer") return invalid(field, value, text);
  return {
    reason: "FieldValueInvalid",
    field,
    message: `Invalid value: ${formatFloat(Number(value))}: ${text}`,
  };
}
