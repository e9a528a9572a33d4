import {
  type FieldError,
  forbiddenField,
  invalidObject,
  notSupported,
  notSupportedText,
  required,
} from "../../../../api/validation/field-error.ts";
import { collectErrors } from "../../../../api/validation/field-report.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { checkFieldManager } from "../../../../resources/machine/object-meta/managed-fields-check.ts";
import { isTrue } from "../../../accept/query-values.ts";

/** Treatment of unknown and repeated fields: ignored, reported in warnings, or refused. */
export type FieldValidation = "Ignore" | "Warn" | "Strict";
/** Kinds of options in the query of a write. */
export type OptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions";

/** Options of a write, from the query. */
export interface WriteOptions {
  readonly dryRun: boolean;
  /** Manager that the client named; "" if none. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly force: boolean | undefined;
  /** Given options in the form of admission: without kind. */
  readonly given: JsonObject;
}

/** Options of a request without a query. */
export const NO_OPTIONS: WriteOptions = {
  dryRun: false,
  fieldManager: "",
  fieldValidation: "Warn",
  force: undefined,
  given: {},
};
const NO_ERRORS: readonly FieldError[] = [];

/** Parses the query; throws 422 about `<kind>.meta.k8s.io`. `apply`: of a server-side apply. */
export function parseWriteOptions(
  kind: OptionsKind,
  rawQuery: string,
  query: URLSearchParams,
  apply = false,
): WriteOptions {
  if (rawQuery === "" && !apply) return NO_OPTIONS;
  const dryRun = query.getAll("dryRun");
  const fieldManager = query.get("fieldManager") ?? "";
  const fieldValidation = query.get("fieldValidation") ?? "";
  const force = query.has("force") && kind === "PatchOptions" ? isTrue(query.get("force")) : undefined;
  const errors = [
    ...forceErrors(force, apply),
    ...managerErrors(fieldManager, apply),
    ...dryRunErrors(dryRun),
    ...validationErrors(fieldValidation),
  ];
  if (errors.length > 0) throw invalidObject({ group: "meta.k8s.io", kind }, "", errors);
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: fieldValidation === "" ? "Warn" : (fieldValidation as FieldValidation),
    force,
    given: {
      ...(dryRun.length > 0 ? { dryRun } : {}),
      ...(fieldManager === "" ? {} : { fieldManager }),
      ...(fieldValidation === "" ? {} : { fieldValidation }),
    },
  };
}

/** Errors of values other than `All`. */
export function dryRunErrors(values: readonly string[]): readonly FieldError[] {
  return values.every((v) => v === "All") ? NO_ERRORS : [notSupported("dryRun", values, ["All"])];
}

function validationErrors(value: string): readonly FieldError[] {
  const known = ["", "Ignore", "Strict", "Warn"];
  return known.includes(value) ? NO_ERRORS : [notSupportedText("fieldValidation", value, [...known].sort())];
}

function forceErrors(force: boolean | undefined, apply: boolean): readonly FieldError[] {
  return force !== undefined && !apply
    ? [forbiddenField("force", "may not be specified for non-apply patch")]
    : NO_ERRORS;
}

function managerErrors(manager: string, apply: boolean): readonly FieldError[] {
  if (manager === "") return apply ? [required("fieldManager", "is required for apply patch")] : NO_ERRORS;
  return collectErrors("fieldManager", (at) => checkFieldManager(manager, at));
}

/** Builds the options object of a review: kind and version first, then the client's options. */
export function stampOptions(kind: string, given: JsonObject): JsonObject {
  return { kind, apiVersion: "meta.k8s.io/v1", ...given };
}
