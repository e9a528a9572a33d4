import type { KubeObject } from "../../../../api/meta.ts";
import type { FieldError } from "../../../../api/validation/field-error.ts";
import type { PathLike } from "../../../../api/validation/field-path.ts";
import {
  collectErrors,
  type FieldReport,
  type RuleSettings,
} from "../../../../api/validation/field-report.ts";
import { checkAnnotations, checkLabels } from "../../../../api/validation/labels.ts";
import { membersOf } from "../../../../json/value.ts";
import type { PodSpec } from "../../../../types/tables/core/v1-types.ts";
import type { Strategy } from "../../../strategy.ts";
import { checkPodSpec } from "./check-pod-spec.ts";
import { dropDisabledFields } from "./drop-disabled.ts";
import { checkPodAnnotations } from "./pod-annotations.ts";
import type { TemplateMeta } from "./pod-spec.ts";
import { podWarnings } from "./pod-warnings.ts";
import { podRules } from "./rules.ts";
import { checkProfileAnnotations } from "./security/profile-annotations.ts";

/** Options for the validation of a template. */
export interface PodTemplateOptions {
  /** The stored template, on update: the new one may contain what it already contains. */
  readonly old?: object | undefined;
}

interface Template {
  readonly metadata: TemplateMeta;
  readonly spec: PodSpec;
}

/** Casts a decoded template to its type. This is the only place that does so. */
function read(template: object | undefined): Template {
  const { metadata = {}, spec = {} } = membersOf<Template>(template);
  return { metadata, spec };
}

/** Validates metadata and spec of a template, in the order of the reference's ValidatePodTemplateSpec. */
export function validatePodTemplateSpec(
  template: object | undefined,
  path: PathLike,
  options: PodTemplateOptions = {},
): FieldError[] {
  return collectErrors(path, (at) => checkPodTemplate(template, at, options));
}

/** Like `validatePodTemplateSpec`, for callers that collect errors in a list of their own. */
export function checkPodTemplate(
  template: object | undefined,
  at: FieldReport,
  { old }: PodTemplateOptions = {},
): void {
  const { metadata, spec } = read(template);
  // A template that passes the strict rules does not need the relaxations of the old template.
  if (old !== undefined && collectErrors("", (strict) => checkPodTemplate(template, strict), at).length === 0)
    return;
  const stored = old === undefined ? undefined : read(old);
  const rules = podRules(false, stored?.spec, stored?.metadata);
  const annotations = at.child("annotations");
  const specPath = at.child("spec");
  checkLabels(metadata.labels, at.child("labels"));
  checkAnnotations(metadata.annotations, annotations);
  checkPodAnnotations(metadata.annotations, spec, rules, annotations);
  checkPodSpec(spec, undefined, rules, specPath);
  checkProfileAnnotations(metadata.annotations, spec, specPath);
  if ((spec.ephemeralContainers ?? []).length > 0)
    specPath.child("ephemeralContainers").forbidden("ephemeral containers not allowed in pod template");
}

/** Returns the warnings about a template; `path` is its own path: `spec.template`. */
export function podTemplateWarnings(template: object | undefined, path: PathLike): string[] {
  if (template === undefined) return [];
  const { metadata, spec } = read(template);
  return podWarnings(metadata, spec, path);
}

/**
 * The strategy of a kind whose controller creates pods: fields of features that are off are removed from the
 * template before all other steps.
 */
export function dropsDisabledFields(
  own: Strategy,
  templateOf: (object: KubeObject) => object | undefined,
): Strategy {
  return {
    ...own,
    prepareForCreate(object, context) {
      dropDisabledTemplateFields(templateOf(object), undefined, context);
      own.prepareForCreate?.(object, context);
    },
    prepareForUpdate(object, old, context) {
      dropDisabledTemplateFields(templateOf(object), templateOf(old), context);
      own.prepareForUpdate?.(object, old, context);
    },
  };
}

/** Removes fields whose feature is off, unless the old template has them. */
function dropDisabledTemplateFields(
  template: object | undefined,
  old: object | undefined,
  settings: RuleSettings,
): void {
  if (template !== undefined)
    dropDisabledFields(read(template).spec, old === undefined ? undefined : read(old).spec, settings);
}
