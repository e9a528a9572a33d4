import type { FieldReport } from "../../../../api/field-path.ts";
import type { JsonObject } from "../../../../api/json.ts";
import { checkTemplateMeta } from "../../../machine/object-meta/template-meta.ts";
import { checkClaimSpec } from "../shared/claim.ts";
import type { ClaimSpec } from "../shared/types.ts";

export interface TemplateSpec {
  readonly metadata?: JsonObject;
  readonly spec?: ClaimSpec;
}

export function checkTemplate({ metadata = {}, spec = {} }: TemplateSpec, at: FieldReport): void {
  checkTemplateMeta(metadata, at.child("metadata"));
  checkClaimSpec(spec, at.child("spec"));
}
