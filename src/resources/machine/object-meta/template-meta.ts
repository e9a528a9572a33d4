import type { ObjectMeta } from "../../../api/meta.ts";
import { given } from "../../../api/object/emptied.ts";
import type { FieldReport } from "../../../api/validation/field-report.ts";
import { checkAnnotations, checkLabels } from "../../../api/validation/labels.ts";
import type { JsonObject } from "../../../json/value.ts";

/**
 * Metadata that a template cannot have, because only labels and annotations are allowed, in Go's order of
 * fields.
 */
const FORBIDDEN_META: readonly (readonly [field: string, path: string])[] = [
  ["name", "name"],
  ["generateName", "generateName"],
  ["namespace", "namespace"],
  ["selfLink", "selfLink"],
  ["uid", "uID"],
  ["resourceVersion", "resourceVersion"],
  ["generation", "generation"],
  ["creationTimestamp", "creationTimestamp"],
  ["deletionTimestamp", "deletionTimestamp"],
  ["deletionGracePeriodSeconds", "deletionGracePeriodSeconds"],
  ["ownerReferences", "ownerReferences"],
  ["finalizers", "finalizers"],
  ["managedFields", "managedFields"],
];

/** Checks the metadata of templates: claims of ephemeral volumes, resource claims (ValidateTemplateObjectMeta). */
export function checkTemplateMeta(metadata: JsonObject, at: FieldReport): void {
  const { annotations, labels }: Partial<ObjectMeta> = metadata;
  checkAnnotations(annotations, at.child("annotations"));
  checkLabels(labels, at.child("labels"));
  for (const [field, path] of FORBIDDEN_META) {
    // Empty lists are refused, too.
    const value = given(metadata, field);
    if (value !== undefined && value !== null && value !== "") at.child(path).forbidden("cannot be set");
  }
}
