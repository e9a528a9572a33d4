import { collectErrors, type FieldReport } from "../../api/field-path.ts";
import type { Json } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { checkAnnotations, checkLabels } from "../../api/validate-labels.ts";
import type { Strategy } from "../kind.ts";
import { deepEqual } from "./deep-equal.ts";
import { withKubeFinalizers } from "./kube-finalizers.ts";
import { isExtendedResource } from "./pod-template/resource-names.ts";
import { checkClaimSpec, printedClaimSpec } from "./resource/claim.ts";
import { checkConfiguration, checkSelectors } from "./resource/device-parts.ts";
import { checkList, checkSet } from "./resource/lists.ts";
import { checkSlice } from "./resource/slice.ts";
import type { ClaimSpec, ClaimStatus, DeviceClassSpec } from "./resource/types.ts";
import { specOnly, statusOnly, statusOnlyElsewhere, strategy, validatesSpec, view } from "./strategy.ts";
import { checkImmutable } from "./workload.ts";

const MAX_CONFIGURATIONS = 32;
const MAX_CONSUMERS = 256;

function checkClaim(spec: ClaimSpec, old: ClaimSpec | undefined, at: FieldReport): void {
  if (old === undefined) checkClaimSpec(spec, at);
  else if (!deepEqual(spec as Json, old as Json)) at.invalid(printedClaimSpec(spec), "field is immutable");
}

interface TemplateSpec {
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: ClaimSpec;
}

function checkTemplate(template: TemplateSpec, old: TemplateSpec | undefined, at: FieldReport): void {
  const { metadata = {}, spec = {} } = template;
  checkAnnotations(metadata.annotations, at.child("metadata").child("annotations"));
  checkLabels(metadata.labels, at.child("metadata").child("labels"));
  checkClaimSpec(spec, at.child("spec"));
  if (old !== undefined) checkImmutable(template, old, at, { ...metadata, Spec: printedClaimSpec(spec) });
}

function checkClass(spec: DeviceClassSpec, old: DeviceClassSpec | undefined, at: FieldReport): void {
  const same =
    old !== undefined && deepEqual(spec.config as Json | undefined, old.config as Json | undefined);
  checkSelectors(spec.selectors, at.child("selectors"));
  checkList(
    spec.config,
    MAX_CONFIGURATIONS,
    (config, here) => checkConfiguration(config, same, here),
    at.child("config"),
  );
  const { extendedResourceName: name } = spec;
  if (name !== undefined && !isExtendedResource(name)) {
    at.child("extendedResourceName").invalid(name, "must be a valid extended resource name");
  }
}

/** Who uses a claim. What has been allocated is taken as it is, once. */
function checkClaimStatus(status: ClaimStatus, old: ClaimStatus, deleted: boolean, at: FieldReport): void {
  const { reservedFor = [], allocation } = status;
  const path = at.child("reservedFor");
  type Consumer = (typeof reservedFor)[number];
  const check = ({ resource, name, uid }: Consumer, here: FieldReport): void => {
    here.require("resource", resource);
    here.require("name", name);
    here.require("uid", uid);
  };
  checkSet(reservedFor, MAX_CONSUMERS, check, ({ uid = "" }) => uid, path);
  if (reservedFor.length > 0 && allocation === undefined) {
    path.forbidden("may not be specified when `allocated` is not set");
  } else if (deleted && hasNewConsumers(reservedFor, old.reservedFor ?? [])) {
    path.forbidden(
      "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set",
    );
  }
  if (allocation !== undefined && old.allocation !== undefined) {
    checkImmutable(allocation, old.allocation, at.child("allocation"));
  }
}

type Consumers = NonNullable<ClaimStatus["reservedFor"]>;
const hasNewConsumers = (consumers: Consumers, old: Consumers): boolean =>
  consumers.some((consumer) => !old.some((other) => deepEqual(consumer as Json, other as Json)));

const statusOf = (object: KubeObject): ClaimStatus => view<{ status?: ClaimStatus }>(object).status ?? {};

const GROUP = "resource.k8s.io";

export const resourceStrategies: ReadonlyMap<string, Strategy> = withKubeFinalizers([
  [
    `${GROUP}/resourceclaims`,
    strategy({
      ...statusOnlyElsewhere("resource/v1.ResourceClaim"),
      ...validatesSpec(checkClaim),
      repeatsMeta: ["create", "update"],
    }),
  ],
  [
    `${GROUP}/resourceclaims/status`,
    statusOnly(
      {
        validateUpdate: (object, old) =>
          collectErrors("status", (at) =>
            checkClaimStatus(
              statusOf(object),
              statusOf(old),
              object.metadata.deletionTimestamp !== undefined,
              at,
            ),
          ),
      },
      "metadata",
    ),
  ],
  [
    `${GROUP}/resourceclaimtemplates`,
    strategy({ ...validatesSpec(checkTemplate), repeatsMeta: ["create", "update"] }),
  ],
  [
    `${GROUP}/deviceclasses`,
    strategy({ ...specOnly, ...validatesSpec(checkClass), repeatsMeta: ["create", "update"] }),
  ],
  [`${GROUP}/resourceslices`, strategy({ ...specOnly, ...validatesSpec(checkSlice) })],
]);
