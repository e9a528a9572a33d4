import type { FieldError } from "../../api/field-error.ts";
import { forbiddenField } from "../../api/field-error.ts";
import { collectErrors, type FieldReport } from "../../api/field-path.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { nameIsDnsSubdomain } from "../../api/name-format.ts";
import {
  specOf,
  specOnly,
  statusOnly,
  statusOnlyElsewhere,
  strategy,
  validatesSpec,
  view,
} from "../define/strategy.ts";
import type { Strategy, WriteContext } from "../kind.ts";
import { isExtendedResource } from "../kinds/shared/pod-template/resource-names.ts";
import { checkImmutable } from "../kinds/shared/workload/workload.ts";
import { checkTemplateMeta } from "../machine/object-meta/template-meta.ts";
import { deepEqual } from "../machine/values/deep-equal.ts";
import { withKubeFinalizers } from "./kube-finalizers.ts";
import { checkClaimSpec, printedClaimSpec } from "./resource/claim.ts";
import { statusRightErrors } from "./resource/claim-rights.ts";
import { checkClaimStatus, identityOf } from "./resource/claim-status.ts";
import { checkConfiguration, checkSelectors } from "./resource/device-parts.ts";
import { checkList } from "./resource/lists.ts";
import { checkSlice } from "./resource/slice.ts";
import type { Allocation, ClaimSpec, ClaimStatus, DeviceClassSpec, SliceSpec } from "./resource/types.ts";

const MAX_CONFIGURATIONS = 32;
const ADMIN_LABEL = "resource.kubernetes.io/admin-access";

/** Whoever may make claims in a namespace with that label may have devices that are in use. */
function adminErrors(
  path: string,
  asked: readonly { adminAccess?: boolean }[],
  at: string,
  context: WriteContext,
): FieldError[] {
  const index = asked.findIndex(({ adminAccess }) => adminAccess === true);
  if (index < 0 || context.namespaceLabels?.()?.[ADMIN_LABEL] === "true") return [];
  const wanted = `admin access to devices requires the \`${ADMIN_LABEL}: true\` label on the containing namespace`;
  return [forbiddenField(`${path}[${index}]${at}`, wanted)];
}

const adminRequestErrors = ({ devices }: ClaimSpec, context: WriteContext): FieldError[] =>
  adminErrors(
    "spec.devices.requests",
    (devices?.requests ?? []).map(({ exactly = {} }) => exactly),
    ".adminAccess",
    context,
  );

const claim = strategy({
  ...statusOnlyElsewhere("resource/v1.ResourceClaim"),
  repeatsMeta: ["create", "update"],
  validateCreate: (object, context) => [
    ...adminRequestErrors(specOf(object), context),
    ...collectErrors("spec", (at) => checkClaimSpec(specOf(object), at)),
  ],
  validateUpdate: (object, old) =>
    collectErrors("spec", (at) =>
      checkImmutable(specOf(object), specOf(old), at, printedClaimSpec(specOf(object))),
    ),
});

interface TemplateSpec {
  readonly metadata?: JsonObject;
  readonly spec?: ClaimSpec;
}

function checkTemplate({ metadata = {}, spec = {} }: TemplateSpec, at: FieldReport): void {
  checkTemplateMeta(metadata, at.child("metadata"));
  checkClaimSpec(spec, at.child("spec"));
}

const template = strategy({
  repeatsMeta: ["create"],
  validateCreate: (object, context) => [
    ...adminRequestErrors(specOf<TemplateSpec>(object).spec ?? {}, context),
    ...collectErrors("spec", (at) => checkTemplate(specOf(object), at)),
  ],
  validateUpdate(object, old, context) {
    const { metadata = {}, spec = {} } = specOf<TemplateSpec>(object);
    const printed = { ...metadata, Spec: printedClaimSpec(spec) };
    return [
      ...collectErrors("spec", (at) => checkTemplate(specOf(object), at)),
      ...(context.meta?.asUpdate() ?? []),
      ...collectErrors("spec", (at) => checkImmutable(specOf(object), specOf(old), at, printed)),
    ];
  },
});

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

const deviceClass = strategy({
  ...specOnly,
  ...validatesSpec(checkClass),
  nameProblems: (name, prefix) => (prefix ? [] : nameIsDnsSubdomain(name, false)),
  repeatsMeta: ["create", "update"],
});

const statusOf = (object: KubeObject): ClaimStatus => view<{ status?: ClaimStatus }>(object).status ?? {};

const metadataOnly = statusOnly({}, "metadata");

const claimStatus: Strategy = {
  ...metadataOnly,
  prepareForUpdate(object, old, context) {
    metadataOnly.prepareForUpdate?.(object, old, context);
    dropReleasedDevices(object, statusOf(old).allocation);
  },
  validateUpdate: (object, old, context) => [
    ...adminStatusErrors(statusOf(object), statusOf(old), context),
    ...statusRightErrors(statusOf(object), statusOf(old), context),
    ...(context.meta?.asUpdate() ?? []),
    ...collectErrors("status", (at) => {
      const deleted = object.metadata.deletionTimestamp !== undefined;
      checkClaimStatus(statusOf(object), statusOf(old), { spec: specOf(object), deleted }, at);
    }),
  ],
  repeatsMeta: [],
};

const resultsOf = (allocation: Allocation | undefined) => allocation?.devices?.results ?? [];

function adminStatusErrors(status: ClaimStatus, old: ClaimStatus, context: WriteContext): FieldError[] {
  const granted = resultsOf(old.allocation).some(({ adminAccess }) => adminAccess === true);
  if (granted) return [];
  return adminErrors(
    "status.allocation.devices.results",
    resultsOf(status.allocation),
    ".adminAccess",
    context,
  );
}

/** What is no longer allocated has no status (dropDeallocatedStatusDevices). */
function dropReleasedDevices(object: KubeObject, before: Allocation | undefined): void {
  const { devices, allocation } = statusOf(object);
  if (devices === undefined) return;
  const released = new Set(resultsOf(before).map(identityOf));
  for (const result of resultsOf(allocation)) released.delete(identityOf(result));
  const kept = devices.filter((device) => !released.has(identityOf(device)));
  if (kept.length === devices.length) return;
  const { devices: _, ...rest } = object.status as JsonObject;
  object.status = kept.length === 0 ? rest : { ...rest, devices: kept as unknown as Json };
}

/** Behind feature gates that are off: list values of attributes, resources of nodes that devices stand for. */
function dropDisabled(object: KubeObject, old?: KubeObject): void {
  const devices = specOf<{ devices?: JsonObject[] }>(object).devices ?? [];
  const before = old === undefined ? [] : (specOf<{ devices?: JsonObject[] }>(old).devices ?? []);
  if (!before.some((device) => device.nodeAllocatableResourceMappings !== undefined))
    for (const device of devices) delete device.nodeAllocatableResourceMappings;
  if (before.some((device) => attributesOf(device).some(hasList))) return;
  for (const device of devices)
    for (const attribute of attributesOf(device)) for (const name of LISTS) delete attribute[name];
}

const LISTS = ["bools", "ints", "strings", "versions"];

const attributesOf = (device: JsonObject): JsonObject[] =>
  Object.values((device.attributes ?? {}) as Record<string, JsonObject>);

const hasList = (attribute: JsonObject): boolean => LISTS.some((name) => attribute[name] !== undefined);

function driverWarnings(object: KubeObject): string[] {
  const { driver = "" } = specOf<SliceSpec>(object);
  if (driver === driver.toLowerCase()) return [];
  return [
    `spec.driver: driver names should be lowercase; ${JSON.stringify(driver)} contains uppercase characters`,
  ];
}

const slice = strategy({
  prepareForCreate(object, context) {
    specOnly.prepareForCreate(object, context);
    dropDisabled(object);
  },
  prepareForUpdate(object, old, context) {
    specOnly.prepareForUpdate(object, old, context);
    dropDisabled(object, old);
  },
  ...validatesSpec(checkSlice),
  warningsOnCreate: driverWarnings,
  warningsOnUpdate: driverWarnings,
});

const GROUP = "resource.k8s.io";

export const resourceStrategies: ReadonlyMap<string, Strategy> = withKubeFinalizers([
  [`${GROUP}/resourceclaims`, claim],
  [`${GROUP}/resourceclaims/status`, claimStatus],
  [`${GROUP}/resourceclaimtemplates`, template],
  [`${GROUP}/deviceclasses`, deviceClass],
  [`${GROUP}/resourceslices`, slice],
]);
