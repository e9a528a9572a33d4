import type { KubeObject } from "../../../../api/meta.ts";
import { collectErrors } from "../../../../api/validation/field-report.ts";
import { isJsonObject } from "../../../../json/value.ts";
import type { ResourceClaimStatus } from "../../../../types/tables/resource/v1-types.ts";
import { at, items } from "../../../define/cell.ts";
import { AGE, column, NAME } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { dropsFields, withoutFields } from "../../../define/field-guard.ts";
import { type ApplyDefaults, each, part, within } from "../../../define/fill.ts";
import { specOf, statusOf, statusOnlyElsewhere } from "../../../define/strategy.ts";
import { status, withoutTables } from "../../../define/subresources.ts";
import { CLAIM_STATUS_OFF, claimFieldsOff } from "../../shared/feature-guards/device-guards.ts";
import { checkImmutable } from "../../shared/workload/workload.ts";
import { adminRequestErrors } from "../shared/admin-access.ts";
import { checkClaimSpec, printedClaimSpec } from "../shared/claim.ts";
import { fillClaimSpec, fillClaimSpecV1beta1, fillToleration } from "../shared/defaults.ts";
import { claimConverter } from "../shared/v1beta1.ts";
import { statusRightErrors } from "./claim-rights.ts";
import { adminStatusErrors, dropReleasedDevices, metadataOnly } from "./validate.ts";
import { checkClaimStatus } from "./validate-status.ts";

/** Defaults of v1 and v1beta2. */
const fillClaim: ApplyDefaults = (claim) => {
  within(claim, "spec", fillClaimSpec);
  fillStatus(claim);
};

/** Defaults of v1beta1, whose requests have another form. */
const fillClaimV1beta1: ApplyDefaults = (claim) => {
  within(claim, "spec", fillClaimSpecV1beta1);
  fillStatus(claim);
};

const fillStatus: ApplyDefaults = (claim) => {
  const devices = part(part(part(claim, "status"), "allocation"), "devices");
  each(devices, "results", (result) => each(result, "tolerations", fillToleration));
};

const dropOffResults = dropsFields(CLAIM_STATUS_OFF);

export const resourceClaim = defineResource({
  group: "resource.k8s.io",
  kind: "ResourceClaim",
  scope: "Namespaced",
  versions: [
    { version: "v1", defaults: fillClaim },
    { version: "v1beta2", deprecated: 36, removed: 39, defaults: fillClaim },
    {
      version: "v1beta1",
      deprecated: 35,
      removed: 38,
      defaults: fillClaimV1beta1,
      converter: claimConverter,
    },
  ],
  columns: [
    NAME,
    column`State: ${claimState} A summary of the current state (allocated, pending, reserved, etc.).`,
    AGE,
  ],
  subresources: [
    withoutTables(
      status({
        ...metadataOnly,
        prepareForUpdate(object, old, context) {
          dropOffResults(object, old);
          metadataOnly.prepareForUpdate?.(object, old, context);
          dropReleasedDevices(object, statusOf<ResourceClaimStatus>(old).allocation);
        },
        validateUpdate: (object, old, context) => [
          ...adminStatusErrors(statusOf(object), statusOf(old), context),
          ...statusRightErrors(statusOf(object), statusOf(old), context),
          ...(context.meta?.asUpdate() ?? []),
          ...collectErrors(
            "status",
            (at) => {
              const deleted = object.metadata.deletionTimestamp !== undefined;
              checkClaimStatus(statusOf(object), statusOf(old), { spec: specOf(object), deleted }, at);
            },
            context,
          ),
        ],
        repeatsMeta: [],
      }),
    ),
  ],
  strategy: withoutFields(claimFieldsOff("spec"), {
    returnDeletedObject: true,
    ...statusOnlyElsewhere("resource/v1.ResourceClaim"),
    repeatsMeta: ["create", "update"],
    metaComesLast: true,
    validateCreate: (object, context) => [
      ...adminRequestErrors(specOf(object), context),
      ...(context.meta?.asNew() ?? []),
      ...collectErrors("spec", (at) => checkClaimSpec(specOf(object), at), context),
    ],
    validateUpdate: (object, old) =>
      collectErrors("spec", (at) =>
        checkImmutable(
          specOf(object),
          specOf(old),
          at.declared,
          () => printedClaimSpec(specOf(object)),
          "resource/v1.ResourceClaimSpec",
        ),
      ),
  }),
});

/** State of a claim: `pending`, or `deleted,allocated,reserved`. */
function claimState(object: KubeObject): string {
  const deleted = object.metadata.deletionTimestamp !== undefined;
  if (!isJsonObject(at(object, "status.allocation"))) return deleted ? "deleted" : "pending";
  const reserved = items(object, "status.reservedFor").length > 0;
  return [...(deleted ? ["deleted"] : []), "allocated", ...(reserved ? ["reserved"] : [])].join(",");
}
