import type { FieldReport } from "../../../../../api/validation/field-report.ts";
import { checkLabelSelector } from "../../../../../api/validation/label-selector.ts";
import { dns1123LabelProblems, dns1123SubdomainProblems } from "../../../../../api/validation/name-format.ts";
import type { JsonObject } from "../../../../../json/value.ts";
import type { Opt } from "../../../../../types/opt.ts";
import type {
  PersistentVolumeClaimSpec as ClaimSpec,
  TypedObjectReference as DataSource,
} from "../../../../../types/tables/core/v1-types.ts";
import { checkTemplateMeta } from "../../../../machine/object-meta/template-meta.ts";
import { isNegative, isWhole, nanos } from "../../values/amounts.ts";
import type { ResourceList } from "../pod-spec.ts";
import { isIntegerResource } from "../resource-names.ts";

/** Relaxations: invalid values that are accepted because the stored claim has them. */
export interface ClaimRules {
  readonly invalidSelectorValues?: boolean;
  readonly invalidApiGroup?: boolean;
}

const ACCESS_MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const VOLUME_MODES = ["Block", "Filesystem"];

/** Checks the spec of a claim or of a template of claims. */
export function checkClaimSpec(spec: ClaimSpec, at: FieldReport, rules: ClaimRules = {}): void {
  at.require("accessModes", spec.accessModes, "at least 1 access mode is required");
  checkLabelSelector(spec.selector, at.child("selector"), {
    allowInvalidValues: rules.invalidSelectorValues ?? false,
  });
  checkAccessModes(spec.accessModes, at);
  checkStorageRequest(spec.resources?.requests, at);
  at.checkIfSet("storageClassName", spec.storageClassName, dns1123SubdomainProblems);
  at.supports("volumeMode", spec.volumeMode, VOLUME_MODES);
  checkDataSources(spec, at, rules.invalidApiGroup ?? false);
  at.checkIfSet("volumeAttributesClassName", spec.volumeAttributesClassName, dns1123SubdomainProblems);
}

/** Checks that access modes are known, and that ReadWriteOncePod is the only one; `at` is the path of the spec. */
export function checkAccessModes(modes: Opt<readonly string[]>, at: FieldReport): void {
  for (const mode of modes ?? []) at.supports("accessModes", mode, ACCESS_MODES);
  const known = new Set((modes ?? []).filter((mode) => ACCESS_MODES.includes(mode)));
  if (known.has("ReadWriteOncePod") && known.size > 1)
    at.child("accessModes").forbidden("may not use ReadWriteOncePod with other access modes");
}

function checkStorageRequest(requests: Opt<ResourceList>, at: FieldReport): void {
  const storage = requests?.storage;
  const path = at.child("resources").key("storage");
  if (storage === undefined) path.required();
  else if (nanos(storage) <= 0n) path.invalid(storage, "must be greater than zero");
}

function checkDataSources(spec: ClaimSpec, at: FieldReport, invalidApiGroup: boolean): void {
  const { dataSource: source, dataSourceRef: ref } = spec;
  if (source !== undefined) checkDataSource(source, at.child("dataSource"), invalidApiGroup);
  if (ref === undefined) return;
  const refPath = at.child("dataSourceRef");
  checkDataSource(ref, refPath, invalidApiGroup);
  refPath.checkIfSet("namespace", ref.namespace, dns1123LabelProblems);
  if (source === undefined) return;
  // The reference prints the path object itself as the value; it has no fields to print.
  if (ref.namespace !== undefined && ref.namespace !== "") {
    at.invalid({}, "may not be specified when dataSourceRef.namespace is specified");
  } else if (groupOf(source) !== groupOf(ref) || source.kind !== ref.kind || source.name !== ref.name) {
    at.invalid({}, "must match dataSourceRef");
  }
}

function checkDataSource(source: DataSource, at: FieldReport, invalidApiGroup: boolean): void {
  const { kind = "" } = source;
  const apiGroup = groupOf(source);
  at.require("name", source.name);
  at.require("kind", kind);
  if (apiGroup === "" && kind !== "PersistentVolumeClaim")
    at.invalid(kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  if (!invalidApiGroup) at.checkIfSet("apiGroup", apiGroup, dns1123SubdomainProblems);
}

/** Returns the group of a source, which is printed as null if it is absent. */
const groupOf = (source: DataSource): string => source.apiGroup ?? "";

/** Checks that a quantity is not negative, and that it is whole for countable resources. */
export function checkQuantityValue(resource: string, quantity: string, at: FieldReport): void {
  if (isNegative(quantity)) at.invalid(quantity, "must be greater than or equal to 0");
  if (!isWhole(quantity) && isIntegerResource(resource)) at.invalid(quantity, "must be an integer");
}

/** `volumeClaimTemplate` of an ephemeral volume. */
export interface ClaimTemplate {
  readonly metadata?: Opt<Readonly<Record<string, unknown>>>;
  readonly spec?: Opt<ClaimSpec>;
}

/** Checks volumeClaimTemplate of an ephemeral volume. */
export function checkClaimTemplate({ metadata = {}, spec = {} }: ClaimTemplate, at: FieldReport): void {
  checkTemplateMeta(metadata as JsonObject, at.child("metadata"));
  checkClaimSpec(spec, at.child("spec"));
}
