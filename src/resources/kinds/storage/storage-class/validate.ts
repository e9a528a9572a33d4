import type { KubeObject } from "../../../../api/meta.ts";
import { namedText } from "../../../../api/validation/field-error.ts";
import type { FieldReport } from "../../../../api/validation/field-report.ts";
import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import { repetitionsIn } from "../../../../api/validation/repetitions.ts";
import { identityOf } from "../../../../json/identity.ts";
import type { Json } from "../../../../json/value.ts";
import type { TopologySelectorTerm as TopologyTerm } from "../../../../types/tables/core/v1-types.ts";
import type { StorageClass } from "../../../../types/tables/storage/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import { declared, immutable, oneOf, optional, present, required } from "../../../rules/field-rules.ts";
import { code, rules } from "../../../rules/rules.ts";
import { deprecatedNodeLabel } from "../../shared/values/node-labels.ts";
import { printedMap } from "../../shared/values/printed.ts";
import { checkParameters, checkProvisioner } from "../shared/strategies.ts";

/** Rules of a class (ValidateStorageClass). */
export const storageClassRules = rules<StorageClass>({
  provisioner: [declared(required()), code(checkProvisioner)],
  parameters: checkParameters,
  reclaimPolicy: [optional, oneOf(["Delete", "Retain"])],
  volumeBindingMode: [present, oneOf(["Immediate", "WaitForFirstConsumer"])],
  allowedTopologies: checkTopologies,
});

/** Fields that are kept (ValidateStorageClassUpdate). */
export const sameStorageClass = rules<StorageClass>({
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
export const ofStorageClass = (object: KubeObject): string[] =>
  storageClassWarnings(view<StorageClass>(object));
