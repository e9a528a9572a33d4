import type { KubeObject } from "../../../../api/meta.ts";
import { namedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import { repetitionsIn } from "../../../../api/validation/repetitions.ts";
import { identityOf } from "../../../../json/identity.ts";
import type { Json } from "../../../../json/value.ts";
import type { TopologySelectorTerm as TopologyTerm } from "../../../../types/tables/core/v1-types.ts";
import type { StorageClass } from "../../../../types/tables/storage/v1-types.ts";
import { nameOf } from "../../../define/cell.ts";
import { AGE, column, flagAt, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, unset } from "../../../define/fill.ts";
import { view } from "../../../define/strategy.ts";
import { checksThenCompares } from "../../../define/update-order.ts";
import { declared, immutable, oneOf, optional, present, required } from "../../../rules/field-rules.ts";
import { code, rules } from "../../../rules/rules.ts";
import { deprecatedNodeLabel } from "../../shared/values/node-labels.ts";
import { printedMap } from "../../shared/values/printed.ts";
import { checkParameters, checkProvisioner } from "../shared/strategies.ts";

/** Rules of a class (ValidateStorageClass). */
const storageClassRules = rules<StorageClass>({
  provisioner: [declared(required()), code(checkProvisioner)],
  parameters: checkParameters,
  reclaimPolicy: [optional, oneOf(["Delete", "Retain"])],
  volumeBindingMode: [present, oneOf(["Immediate", "WaitForFirstConsumer"])],
  allowedTopologies: checkTopologies,
});

/** Fields that are kept (ValidateStorageClassUpdate). */
const sameStorageClass = rules<StorageClass>({
  parameters: declared(immutable(printedMap)),
  provisioner: declared(immutable((name) => name ?? null)),
  reclaimPolicy: declared(immutable(namedText)),
  volumeBindingMode: declared(immutable(namedText)),
});

function checkTopologies(terms: readonly TopologyTerm[], at: FieldReport): void {
  const known = new Map<Json, number>();
  // The reference also compares each term with as many empty terms as there are terms
  // (validateAllowedTopologies).
  known.set(identityOf({}), terms.length);
  at.each(terms, (term, here) => {
    const path = here.child("matchLabelExpressions");
    const identity = identityOf(checkTerm(term, path));
    const alike = known.get(identity) ?? 0;
    for (let n = 0; n < alike && !path.isFull; n++) path.duplicate("");
    known.set(identity, alike + 1);
  });
}

/** Returns sorted values by key, for the comparison with other terms. */
function checkTerm(
  { matchLabelExpressions = [] }: TopologyTerm,
  at: FieldReport,
): { [key: string]: string[] } {
  const sets = new Map<string, string[]>();
  at.each(matchLabelExpressions, ({ key = "", values }, path) => {
    path.require("values", values);
    const repeated = repetitionsIn(values ?? []);
    values?.forEach((value, j) => {
      if (repeated[j]) path.child("values").index(j).duplicate(value);
    });
    path.check("key", key, qualifiedNameProblems);
    if (sets.has(key)) path.child("key").duplicate(key);
    sets.set(key, [...new Set(values ?? [])].sort());
  });
  return Object.fromEntries(sets);
}

function storageClassWarnings({ allowedTopologies = [] }: StorageClass): string[] {
  return allowedTopologies.flatMap(({ matchLabelExpressions = [] }, i) =>
    matchLabelExpressions.flatMap(({ key = "" }, j) => {
      const message = deprecatedNodeLabel(key);
      return message === undefined
        ? []
        : [`allowedTopologies[${i}].matchLabelExpressions[${j}].key: ${message}`];
    }),
  );
}

/** Warnings about renamed labels of nodes in the topologies. */
const ofStorageClass = (object: KubeObject): string[] => storageClassWarnings(view<StorageClass>(object));

/** Defaults of storage.k8s.io/v1 (SetDefaults_StorageClass). */
const fillStorageClass: ApplyDefaults = (storageClass) => {
  unset(storageClass, "reclaimPolicy", "Delete");
  unset(storageClass, "volumeBindingMode", "Immediate");
};

export const storageClass = defineResource({
  group: "storage.k8s.io",
  kind: "StorageClass",
  scope: "Cluster",
  shortNames: ["sc"],
  versions: [{ version: "v1", defaults: fillStorageClass }],
  columns: [
    { ...NAME, cell: classWithDefault },
    column`Provisioner: ${textAt("provisioner")} provisioner indicates the type of the provisioner.`,
    column`ReclaimPolicy: ${textAt("reclaimPolicy", "Delete")} reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. Defaults to Delete.`,
    column`VolumeBindingMode: ${textAt("volumeBindingMode", "Immediate")} volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound.  When unset, VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature.`,
    column`AllowVolumeExpansion: ${flagAt("allowVolumeExpansion")} allowVolumeExpansion shows whether the storage class allow volume expand.`,
    AGE,
  ],
  strategy: {
    returnDeletedObject: true,
    ...checksThenCompares(storageClassRules, sameStorageClass),
    warnings: ofStorageClass,
  },
});

/** Name, with `(default)` for the default class, also by the beta annotation. */
function classWithDefault(object: KubeObject): string {
  const annotations = object.metadata.annotations ?? {};
  const isDefault =
    annotations["storageclass.kubernetes.io/is-default-class"] === "true" ||
    annotations["storageclass.beta.kubernetes.io/is-default-class"] === "true";
  return isDefault ? `${nameOf(object)} (default)` : nameOf(object);
}
