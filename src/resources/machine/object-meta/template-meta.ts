import type { ObjectMeta } from "../../../api/meta.ts";
import { given } from "../../../api/object/emptied.ts";
import type { FieldReport } from "../../../api/validation/field-report.ts";
import { checkAnnotations, checkLabels } from "../../../api/validation/labels.ts";
import type { JsonObject } from "../../../json/value.ts";
import { fieldNames } from "../../../types/notation/tables.ts";

/** A template has only labels and annotations. */
const ALLOWED = ["labels", "annotations"];

/** Checks the metadata of templates: claims of ephemeral volumes, resource claims (ValidateTemplateObjectMeta). */
export function checkTemplateMeta(metadata: JsonObject, at: FieldReport): void {
  const { annotations, labels }: Partial<ObjectMeta> = metadata;
  checkAnnotations(annotations, at.child("annotations"));
  checkLabels(labels, at.child("labels"));
  for (const field of fieldNames("meta/v1.ObjectMeta")) {
    if (ALLOWED.includes(field)) continue;
    // Empty lists are refused, too.
    const value = given(metadata, field);
    if (value !== undefined && value !== null && value !== "")
      at.child(field === "uid" ? "uID" : field).forbidden("cannot be set");
  }
}
