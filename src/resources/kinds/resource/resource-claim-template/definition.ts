import { collectErrors, type FieldReport } from "../../../../api/validation/field-report.ts";
import type { ResourceClaimTemplateSpec as TemplateSpec } from "../../../../types/tables/resource/v1-types.ts";
import { AGE, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { withoutFields } from "../../../define/field-guard.ts";
import { type ApplyDefaults, within } from "../../../define/fill.ts";
import { specOf } from "../../../define/strategy.ts";
import { checkTemplateMeta } from "../../../machine/object-meta/template-meta.ts";
import { claimFieldsOff } from "../../shared/feature-guards/device-guards.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";
import { adminRequestErrors } from "../shared/admin-access.ts";
import { checkClaimSpec, printedClaimSpec } from "../shared/claim.ts";
import { fillClaimSpec, fillClaimSpecV1beta1 } from "../shared/defaults.ts";
import { templateConverter } from "../shared/v1beta1.ts";

const fillTemplate: ApplyDefaults = (template) =>
  within(template, "spec", (spec) => within(spec, "spec", fillClaimSpec));

const fillTemplateV1beta1: ApplyDefaults = (template) =>
  within(template, "spec", (spec) => within(spec, "spec", fillClaimSpecV1beta1));

export const resourceClaimTemplate = defineResource({
  group: "resource.k8s.io",
  kind: "ResourceClaimTemplate",
  scope: "Namespaced",
  versions: [
    { version: "v1", defaults: fillTemplate },
    { version: "v1beta2", deprecated: 36, removed: 39, defaults: fillTemplate },
    {
      version: "v1beta1",
      deprecated: 35,
      removed: 38,
      defaults: fillTemplateV1beta1,
      converter: templateConverter,
    },
  ],
  columns: [NAME, AGE],
  strategy: withoutFields(claimFieldsOff("spec.spec"), {
    returnDeletedObject: true,
    repeatsMeta: ["create"],
    metaComesLast: true,
    validateCreate: (object, context) => [
      ...adminRequestErrors(specOf<TemplateSpec>(object).spec ?? {}, context),
      ...(context.meta?.asNew() ?? []),
      ...collectErrors("spec", (at) => checkTemplate(specOf(object), at), context),
    ],
    validateUpdate(object, old, context) {
      const { metadata = {}, spec = {} } = specOf<TemplateSpec>(object);
      const printed = () => ({ ...metadata, Spec: printedClaimSpec(spec) });
      return [
        ...collectErrors("spec", (at) => checkTemplate(specOf(object), at), context),
        ...(context.meta?.asUpdate() ?? []),
        ...collectErrors("spec", (at) =>
          checkImmutable(specOf(object), specOf(old), at, printed, "resource/v1.ResourceClaimTemplateSpec"),
        ),
      ];
    },
  }),
});

/** Checks the metadata and the spec for the claims. */
function checkTemplate({ metadata = {}, spec = {} }: TemplateSpec, at: FieldReport): void {
  checkTemplateMeta(metadata, at.child("metadata"));
  checkClaimSpec(spec, at.child("spec"));
}
