import type { FieldReport } from "../../../api/field-path.ts";
import type { Json } from "../../../api/json.ts";
import { byteLength, labelKeyProblems, qualifiedNameProblems } from "../../../api/name-format.ts";
import { repetitionsIn } from "../../../api/repetitions.ts";
import { identityOf } from "../../../json/identity.ts";
import { deprecatedNodeLabel } from "../../kinds/shared/values/node-labels.ts";
import { printedMap } from "../../kinds/shared/values/printed.ts";
import { checkImmutable } from "../../kinds/shared/workload/workload.ts";
import { deepEqual } from "../../machine/values/deep-equal.ts";

type Parameters = Readonly<Record<string, string>>;

/** What validation reads of a StorageClass. */
export interface StorageClass {
  readonly provisioner?: string;
  readonly parameters?: Parameters;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: string;
  readonly allowedTopologies?: readonly TopologyTerm[];
}

interface TopologyTerm {
  readonly matchLabelExpressions?: readonly {
    readonly key?: string;
    readonly values?: readonly string[] | null;
  }[];
}

export interface VolumeAttributesClass {
  readonly driverName?: string;
  readonly parameters?: Parameters;
}

const MAX_PARAMETERS = 512;
const MAX_PARAMETER_BYTES = 256 * 1024;

export function checkStorageClass(storageClass: StorageClass, _old: unknown, at: FieldReport): void {
  const {
    provisioner,
    parameters,
    reclaimPolicy = "",
    volumeBindingMode,
    allowedTopologies = [],
  } = storageClass;
  checkProvisioner(provisioner, "provisioner", at);
  checkParameters(parameters ?? {}, at.child("parameters"));
  if (reclaimPolicy !== "") at.supports("reclaimPolicy", reclaimPolicy, ["Delete", "Retain"]);
  if (volumeBindingMode === undefined) at.child("volumeBindingMode").required();
  else at.supports("volumeBindingMode", volumeBindingMode, ["Immediate", "WaitForFirstConsumer"]);
  checkTopologies(allowedTopologies, at.child("allowedTopologies"));
}

export function checkStorageClassChange(
  storageClass: StorageClass,
  old: StorageClass,
  at: FieldReport,
): void {
  const { parameters } = storageClass;
  checkImmutable(parameters, old.parameters, at.child("parameters"), printedMap(parameters));
  for (const name of ["provisioner", "reclaimPolicy", "volumeBindingMode"] as const) {
    checkImmutable(storageClass[name], old[name], at.child(name), storageClass[name] ?? null);
  }
}

function checkProvisioner(name: string | undefined, field: string, at: FieldReport): void {
  if (at.require(field, name)) {
    const lower = (name ?? "").toLowerCase();
    at.child(field).problems(lower, qualifiedNameProblems(lower));
  }
}

function checkParameters(parameters: Parameters, at: FieldReport): void {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) {
    at.tooLong(MAX_PARAMETERS);
    return;
  }
  for (const [key] of entries) if (key === "") at.invalid(key, "field can not be empty.");
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  if (size > MAX_PARAMETER_BYTES) at.tooLong(MAX_PARAMETER_BYTES);
}

function checkTopologies(terms: readonly TopologyTerm[], at: FieldReport): void {
  const known = new Map<Json, number>();
  // The reference compares with as many empty terms as there are terms, too (validateAllowedTopologies).
  known.set(identityOf({}), terms.length);
  terms.forEach((term, i) => {
    const path = at.index(i).child("matchLabelExpressions");
    const identity = identityOf(checkTerm(term, path));
    const alike = known.get(identity) ?? 0;
    for (let n = 0; n < alike && !path.isFull; n++) path.duplicate("");
    known.set(identity, alike + 1);
  });
}

/** Sorted values by key, for comparison with other terms. */
function checkTerm(
  { matchLabelExpressions = [] }: TopologyTerm,
  at: FieldReport,
): { [key: string]: string[] } {
  const sets = new Map<string, string[]>();
  matchLabelExpressions.forEach(({ key = "", values }, i) => {
    const path = at.index(i);
    path.require("values", values);
    const repeated = repetitionsIn(values ?? []);
    values?.forEach((value, j) => {
      if (repeated[j]) path.child("values").index(j).duplicate(value);
    });
    path.check("key", key, labelKeyProblems);
    if (sets.has(key)) path.child("key").duplicate(key);
    sets.set(key, [...new Set(values ?? [])].sort());
  });
  return Object.fromEntries(sets);
}

export function storageClassWarnings({ allowedTopologies = [] }: StorageClass): string[] {
  return allowedTopologies.flatMap(({ matchLabelExpressions = [] }, i) =>
    matchLabelExpressions.flatMap(({ key = "" }, j) => {
      const message = deprecatedNodeLabel(key);
      return message === undefined
        ? []
        : [`allowedTopologies[${i}].matchLabelExpressions[${j}].key: ${message}`];
    }),
  );
}

export function checkAttributesClassChange(
  { driverName, parameters = {} }: VolumeAttributesClass,
  old: VolumeAttributesClass,
  at: FieldReport,
): void {
  if (driverName !== old.driverName) {
    at.child("driverName").forbidden("updates to driverName are forbidden.");
  }
  if (!deepEqual({ ...parameters }, { ...old.parameters })) {
    at.child("parameters").forbidden("updates to parameters are forbidden.");
  }
}

export function checkAttributesClass(
  { driverName, parameters = {} }: VolumeAttributesClass,
  _old: unknown,
  at: FieldReport,
): void {
  checkProvisioner(driverName, "driverName", at);
  checkParameters(parameters, at.child("parameters"));
  if (Object.keys(parameters).length === 0) {
    at.child("parameters").required("must contain at least one key/value pair");
  }
}
