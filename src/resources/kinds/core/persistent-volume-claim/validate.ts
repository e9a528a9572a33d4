import type { KubeObject, ObjectMeta } from "../../../../api/meta.ts";
import { given } from "../../../../api/object/emptied.ts";
import { type FieldError, namedText } from "../../../../api/validation/field-error.ts";
import { FieldPath } from "../../../../api/validation/field-path.ts";
import { FieldReport, type RuleSettings } from "../../../../api/validation/field-report.ts";
import { validateLabelSelector } from "../../../../api/validation/label-selector.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import { jsonDiff } from "../../../../go/unified-diff.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type { Opt } from "../../../../types/opt.ts";
import { sameMeaning } from "../../../../types/same-meaning.ts";
import type {
  PersistentVolumeClaimSpec as ClaimSpec,
  PersistentVolumeClaimStatus as ClaimStatus,
  TypedObjectReference as DataSource,
} from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import { isGateOn } from "../../../features/changed-gates.ts";
import { coreForm, storedForm } from "../../shared/go-form/core-forms.ts";
import { isNativeResource } from "../../shared/pod-template/resource-names.ts";
import {
  type ClaimRules,
  checkClaimSpec,
  checkQuantityValue,
} from "../../shared/pod-template/volumes/volume-claim.ts";
import { claimSpecWarnings } from "../../shared/pod-template/volumes/volume-warnings.ts";
import { compareAmounts, units } from "../../shared/values/amounts.ts";

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

/** The fields that are checked. */
export interface Claim {
  metadata: ObjectMeta;
  spec: Mutable<ClaimSpec>;
  status?: Opt<ClaimStatus>;
}

const BETA_CLASS = "volume.beta.kubernetes.io/storage-class";

const SNAPSHOTS = "snapshot.storage.k8s.io";

/**
 * Synchronizes the old and the new field of a data source. Sources that the old field did not allow are
 * dropped.
 */
export function prepareSources(spec: Mutable<ClaimSpec>, old: Opt<ClaimSpec>, settings: RuleSettings): void {
  const { dataSourceRef: ref } = spec;
  const isDropped = !isGateOn("CrossNamespaceVolumeDataSource", settings) && old?.dataSourceRef === undefined;
  if ((ref?.namespace ?? "") !== "" && isDropped) delete spec.dataSourceRef;
  const inUse = old?.dataSource !== undefined || old?.dataSourceRef !== undefined;
  if (!inUse && spec.dataSourceRef === undefined && !isLegacySource(spec.dataSource)) delete spec.dataSource;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined && dataSourceRef === undefined) spec.dataSourceRef = copySource(dataSource);
  else if (
    dataSource === undefined &&
    dataSourceRef !== undefined &&
    (dataSourceRef.namespace ?? "") === ""
  ) {
    spec.dataSource = copySource(dataSourceRef);
  }
}

function isLegacySource(source: Opt<DataSource>): boolean {
  if (source === undefined) return true;
  const { apiGroup, kind } = source;
  if (kind === "PersistentVolumeClaim" && (apiGroup ?? "") === "") return true;
  return kind === "VolumeSnapshot" && apiGroup === SNAPSHOTS;
}

const copySource = ({ apiGroup, kind, name }: DataSource): DataSource => ({
  ...(apiGroup === undefined ? {} : { apiGroup }),
  ...(kind === undefined ? {} : { kind }),
  ...(name === undefined ? {} : { name }),
});

function rulesFor({ spec: { selector, dataSource, dataSourceRef } }: Claim): ClaimRules {
  return {
    invalidSelectorValues: selector !== undefined && validateLabelSelector(selector, "").length > 0,
    invalidApiGroup: [dataSource, dataSourceRef].some(
      (source) => (source?.apiGroup ?? undefined) !== undefined,
    ),
  };
}

/** Errors of a new claim (ValidatePersistentVolumeClaim). */
export function validate(object: KubeObject, settings: RuleSettings): FieldError[] {
  const at = new FieldReport("spec", undefined, settings);
  checkClaimSpec(view<Claim>(object).spec, at);
  return at.errors;
}

/**
 * Errors of a changed claim (ValidatePersistentVolumeClaimUpdate). It changes the stored spec: it fills in the form
 * of the data source.
 */
export function validateUpdate(
  object: KubeObject,
  oldObject: KubeObject,
  settings: RuleSettings,
): FieldError[] {
  const [claim, old] = [view<Claim>(object), view<Claim>(oldObject)];
  prepareSources(old.spec, old.spec, settings);
  const at = new FieldReport("spec", undefined, settings);
  checkClaimSpec(claim.spec, at, rulesFor(old));
  checkImmutable(claim, old, at);
  checkSize(claim, old, at.child("resources.requests.storage"));
  if (!deepEqual(claim.spec.volumeMode, old.spec.volumeMode))
    at.root("volumeMode").invalid(namedText(claim.spec.volumeMode), "field is immutable");
  checkAttributesClass(claim, old, at.child("volumeAttributesClassName"));
  return at.errors;
}

/**
 * Checks immutable fields. Exceptions: the volume can be set once, the class can be set from the old
 * annotation or if it is absent, and size and attributes can change once the claim is bound.
 */
function checkImmutable(claim: Claim, old: Claim, at: FieldReport): void {
  const masked: Mutable<ClaimSpec> = { ...claim.spec };
  const before: Mutable<ClaimSpec> = { ...old.spec };
  if ((old.spec.volumeName ?? "") === "") before.volumeName = masked.volumeName;
  maskStorageClass(claim, old, masked, at);
  if (claim.status?.phase === "Bound") {
    if (masked.resources !== undefined && given(masked.resources, "requests") !== undefined) {
      const storage = old.spec.resources?.requests?.storage ?? "0";
      masked.resources = { ...masked.resources, requests: { ...masked.resources.requests, storage } };
    }
    masked.volumeAttributesClassName = before.volumeAttributesClassName;
  }
  if (sameMeaning("core/v1.PersistentVolumeClaimSpec", masked, before)) return;
  const [now, then] = [
    coreForm("PersistentVolumeClaimSpec", masked),
    storedForm("PersistentVolumeClaimSpec", before),
  ];
  const says =
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
  at.forbidden(`${says}\n${jsonDiff(then, now)}`);
}

function maskStorageClass(claim: Claim, old: Claim, masked: Mutable<ClaimSpec>, at: FieldReport): void {
  const annotation = claim.metadata.annotations?.[BETA_CLASS];
  const oldAnnotation = old.metadata.annotations?.[BETA_CLASS];
  const { storageClassName: name } = claim.spec;
  const fromNone = old.spec.storageClassName === undefined && name !== undefined;
  if (fromNone && name === oldAnnotation && (annotation === undefined || annotation === oldAnnotation)) {
    masked.storageClassName = undefined;
    return;
  }
  if ((annotation ?? "") !== (oldAnnotation ?? "")) {
    const path = at.root("metadata").child("annotations").child(BETA_CLASS);
    path.invalid(annotation ?? "", "field is immutable");
  }
  if (fromNone && (oldAnnotation === undefined || name === oldAnnotation))
    masked.storageClassName = undefined;
}

/** Checks a changed size. After a failed expansion it can be reduced, but only to a value above the capacity. */
function checkSize(claim: Claim, old: Claim, at: FieldReport): void {
  const size = claim.spec.resources?.requests?.storage ?? "0";
  const before = old.spec.resources?.requests?.storage ?? "0";
  const capacity = old.status?.capacity?.storage ?? "0";
  if (compareAmounts(size, before) < 0 && compareAmounts(size, capacity) <= 0)
    at.forbidden("field can not be less than status.capacity");
}

function checkAttributesClass({ spec }: Claim, old: Claim, at: FieldReport): void {
  const name = spec.volumeAttributesClassName;
  if (
    name === old.spec.volumeAttributesClassName ||
    old.status?.currentVolumeAttributesClassName === undefined
  )
    return;
  if ((name ?? "") !== "") return;
  const what = name === undefined ? "nil" : "empty string";
  at.forbidden(`update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`);
}

const RESIZE_STATUSES = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
].sort();

/** Errors of the subresource `status` (ValidatePersistentVolumeClaimStatusUpdate). */
export function validateStatus(object: KubeObject): FieldError[] {
  const { metadata, spec, status = {} } = view<Claim>(object);
  const at = new FieldReport("status");
  if ((metadata.resourceVersion ?? "") === "") at.root("resourceVersion").required();
  at.root("Spec").require("accessModes", spec.accessModes);
  for (const [name, quantity] of Object.entries(status.capacity ?? {}))
    checkBasic(quantity, at.child("capacity").key(name));
  const statusesAt = at.child("allocatedResourceStatuses");
  for (const [name, value] of Object.entries(status.allocatedResourceStatuses ?? {})) {
    checkResourceKey(name, statusesAt);
    if (!RESIZE_STATUSES.includes(value)) statusesAt.notSupported(name, RESIZE_STATUSES);
  }
  const allocatedAt = at.child("allocatedResources");
  for (const [name, quantity] of Object.entries(status.allocatedResources ?? {})) {
    if (!checkResourceKey(name, allocatedAt)) continue;
    if (checkBasic(quantity, allocatedAt.key(name)))
      checkQuantityValue("storage", quantity, allocatedAt.key(name));
  }
  return at.errors;
}

function checkBasic(quantity: string, at: FieldReport): boolean {
  if (units(quantity) >= 0n) return true;
  at.invalid(units(quantity), "must be a valid resource quantity");
  return false;
}

function checkResourceKey(name: string, at: FieldReport): boolean {
  const problems = qualifiedNameProblems(name);
  at.problems(name, problems);
  if (problems.length > 0) return false;
  if (!isNativeResource(name) || name === "storage") return true;
  at.notSupported(name, ["storage"]);
  return false;
}

/** Warnings about the old annotation of the class, and about the spec. */
export function warnings(object: KubeObject): string[] {
  const { metadata, spec } = view<Claim>(object);
  const old = Object.hasOwn(metadata.annotations ?? {}, BETA_CLASS);
  return [
    ...(old
      ? [
          `metadata.annotations[${BETA_CLASS}]: deprecated since v1.8; use "storageClassName" attribute instead`,
        ]
      : []),
    ...claimSpecWarnings(spec, new FieldPath("spec")),
  ];
}
