import type { KubeObject } from "../../../api/meta.ts";
import { type FieldError, invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { FieldReport } from "../../../api/validation/field-report.ts";
import { checkLabelRequirement, checkOperator } from "../../../api/validation/label-selector.ts";
import { goTexts, isJsonObject, type JsonObject, record } from "../../../json/value.ts";
import { fieldNames } from "../../../types/notation/tables.ts";

/** Throws the 422 of invalid reviews. It has neither the kind nor the name, as in the reference. */
export function refuseInvalid(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject({ group: "authorization.k8s.io", kind: "" }, "", errors);
}

const ONE_OF = "exactly one of nonResourceAttributes or resourceAttributes must be specified";

/** Checks that a review is about either a resource or a path. */
export function attributeErrors({ resourceAttributes, nonResourceAttributes }: JsonObject): FieldError[] {
  const at = new FieldReport("spec");
  if (isJsonObject(resourceAttributes) && isJsonObject(nonResourceAttributes)) {
    at.invalid(printedPath(nonResourceAttributes), ONE_OF);
  }
  if (!isJsonObject(resourceAttributes) && !isJsonObject(nonResourceAttributes)) {
    at.invalid(null, ONE_OF);
  }
  return at.errors;
}

/** Returns the members as Go prints the struct, which has no JSON names. */
const printedPath = ({ path = "", verb = "" }: JsonObject): JsonObject => ({ Path: path, Verb: verb });

/** Errors of a SubjectAccessReview without a user and groups. */
export function subjectErrors({ user, groups }: JsonObject): FieldError[] {
  const nobody = (user ?? "") === "" && (!Array.isArray(groups) || groups.length === 0);
  return nobody ? [invalid("spec.user", "", "at least one of user or group must be specified")] : [];
}

type CheckRequirement = (requirement: JsonObject, at: FieldReport) => void;

/** Selector options: newer clients may send operators that this server does not have. */
const TOLERANT = { allowUnknownOperator: true };

const checkFieldRequirement: CheckRequirement = ({ key = "", operator = "", values }, at) => {
  at.require("key", String(key), "must be specified");
  checkOperator(String(operator), goTexts(values), at, TOLERANT);
};

const checkLabels: CheckRequirement = ({ key = "", operator = "", values }, at) =>
  checkLabelRequirement(
    { key: String(key), operator: String(operator), values: goTexts(values) },
    at,
    TOLERANT,
  );

/** Checks the selectors of a review about a list. */
export function selectorErrors({ resourceAttributes }: JsonObject): FieldError[] {
  if (!isJsonObject(resourceAttributes)) return [];
  const at = new FieldReport("spec.resourceAttributes");
  const { fieldSelector, labelSelector } = resourceAttributes;
  if (isJsonObject(fieldSelector)) {
    checkSelector(fieldSelector, checkFieldRequirement, at.child("fieldSelector"));
  }
  if (isJsonObject(labelSelector)) checkSelector(labelSelector, checkLabels, at.child("labelSelector"));
  return at.errors;
}

function checkSelector(selector: JsonObject, check: CheckRequirement, at: FieldReport): void {
  const { rawSelector = "" } = selector;
  const requirements = Array.isArray(selector.requirements) ? selector.requirements.filter(isJsonObject) : [];
  if (rawSelector !== "" && requirements.length > 0) {
    at.child("rawSelector").invalid(rawSelector, "may not specified at the same time as requirements");
  }
  if (rawSelector === "" && requirements.length === 0) {
    at.child("requirements").required(`when ${at} is specified, requirements or rawSelector is required`);
  }
  requirements.forEach((requirement, i) => {
    check(requirement, at.child("requirements").index(i));
  });
}

/** Checks that a review has no metadata: it is no object. */
export function metadataErrors(
  { metadata }: KubeObject,
  allowed: readonly string[] = [],
  problem = "must be empty",
): FieldError[] {
  const fields: JsonObject = metadata;
  const given = fieldNames("meta/v1.ObjectMeta").filter((field) => !isAbsent(fields[field]));
  if (given.every((field) => field === "managedFields" || allowed.includes(field))) return [];
  const printed = Object.fromEntries(given.map((field) => [field, fields[field]]));
  return [invalid("metadata", printed, problem)];
}

/** True for values that are not printed: undefined and empty lists. */
const isAbsent = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

/** Checks that a local review is about its own namespace. */
export function placeErrors(
  { resourceAttributes, nonResourceAttributes }: JsonObject,
  place: string,
): FieldError[] {
  const at = new FieldReport("spec");
  const { namespace = "" } = record(resourceAttributes);
  if (isJsonObject(resourceAttributes) && namespace !== place)
    at.child("resourceAttributes").child("namespace").invalid(namespace, "must match metadata.namespace");
  if (isJsonObject(nonResourceAttributes))
    at.child("nonResourceAttributes").invalid(
      printedPath(nonResourceAttributes),
      "disallowed on this kind of request",
    );
  return at.errors;
}
