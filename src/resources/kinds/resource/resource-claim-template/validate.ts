import type { FieldReport } from "../../../../api/validation/field-report.ts";
import type { ResourceClaimTemplateSpec as TemplateSpec } from "../../../../types/tables/resource/v1-types.ts";
import { checkTemplateMeta } from "../../../machine/object-meta/template-meta.ts";
import { checkClaimSpec } from "../shared/claim.ts";

/** Checks the metadata and the spec for the claims. */
export function checkTemplate({ metadata = {}, spec = {} }: TemplateSpec, at: FieldReport): void {
  checkTemplateMeta(metadata, at.child("metadata"));
  checkClaimSpec(spec, at.child("spec"));
}
