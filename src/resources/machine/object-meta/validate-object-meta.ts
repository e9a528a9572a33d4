import type { KubeObject, ObjectMeta } from "../../../api/meta.ts";
import { distinctErrors, type FieldError, invalid } from "../../../api/validation/field-error.ts";
import { collectErrors, type FieldReport } from "../../../api/validation/field-report.ts";
import { checkAnnotations, checkLabels } from "../../../api/validation/labels.ts";
import {
  dns1123LabelProblems,
  pathSegmentNameProblems,
  qualifiedNameProblems,
} from "../../../api/validation/name-format.ts";
import type { Strategy } from "../../strategy.ts";
import { checkManagedFields } from "./managed-fields-check.ts";
import { checkOwnerReferences } from "./owner-references.ts";

/** Facts about a resource that the generic rules need; the others are from its strategy. */
export interface MetaRules {
  readonly namespaced: boolean;
  readonly nameProblems: Strategy["nameProblems"];
  readonly kubeFinalizers?: boolean | undefined;
  readonly declaresName?: boolean | undefined;
}

/** Returns the rules of a strategy for an object's metadata. */
export const metaRulesOf = (strategy: Strategy, namespaced: boolean, object: KubeObject): MetaRules => ({
  namespaced,
  nameProblems: (name, prefix) => strategy.nameProblems(name, prefix, object),
  kubeFinalizers: strategy.kubeFinalizers,
  declaresName: strategy.declaresName,
});

/**
 * Validates metadata of a new object, with its generated name and its namespace (apimachinery api/validation,
 * ValidateObjectMetaDeclaratively), each error once. These errors come before those of `validateCreate`.
 */
export function validateObjectMeta(metadata: ObjectMeta, rules: MetaRules): FieldError[] {
  const content = contentErrors(metadata);
  return distinctErrors([
    ...createErrors(metadata, rules, rules.nameProblems, content),
    ...finalizerErrors(metadata, rules),
  ]);
}

/**
 * Checks the rule for all names, even of kinds that allow any name, because names are parts of paths
 * (registry/rest/create.go, BeforeCreate).
 */
export const pathSegmentErrors = (metadata: ObjectMeta): FieldError[] =>
  collectErrors("metadata", (at) => checkName(metadata, pathSegmentNameProblems, at));

const STANDARD = ["kubernetes", "orphan", "foregroundDeletion"];
const NOT_QUALIFIED = "name is neither a standard finalizer name nor is it fully qualified";

/**
 * Returns the errors of Kubernetes' own kinds about finalizers, in addition to the generic checks, on creates
 * and updates (validateKubeFinalizerName).
 */
export function finalizerErrors({ finalizers }: ObjectMeta, { kubeFinalizers }: MetaRules): FieldError[] {
  if (kubeFinalizers !== true || finalizers === undefined) return [];
  return finalizers.flatMap((name, i) =>
    name.includes("/") || STANDARD.includes(name)
      ? []
      : [invalid(`metadata.finalizers[${i}]`, name, NOT_QUALIFIED)],
  );
}

/** Errors that creates and updates share, found once and added to each list in its order. */
export interface ContentErrors {
  readonly described: readonly FieldError[];
  readonly finalizers: readonly FieldError[];
  readonly managedFields: readonly FieldError[];
}

/** Finds the errors that `createErrors` and updates share. */
export function contentErrors(metadata: ObjectMeta): ContentErrors {
  return {
    described: collectErrors("metadata", (at) => {
      checkLabels(metadata.labels, at.child("labels"));
      checkAnnotations(metadata.annotations, at.child("annotations"));
      checkOwnerReferences(metadata.ownerReferences, at.child("ownerReferences"));
    }),
    finalizers: collectErrors("metadata.finalizers", (at) => checkFinalizers(metadata.finalizers, at)),
    managedFields: collectErrors("metadata.managedFields", (at) =>
      checkManagedFields(metadata.managedFields, at),
    ),
  };
}

/** Returns all errors of new metadata; `nameProblems` replaces the rule of the kind. */
export function createErrors(
  metadata: ObjectMeta,
  { namespaced, declaresName, ...rules }: MetaRules,
  nameProblems: Strategy["nameProblems"],
  content: ContentErrors,
): FieldError[] {
  const identity = collectErrors("metadata", (at) => {
    const isDeclared = declaresName === true && nameProblems === rules.nameProblems;
    checkName(metadata, nameProblems, at, isDeclared ? at.declared : at);
    checkNamespace(metadata.namespace ?? "", namespaced, at.child("namespace"));
    const { generation = 0 } = metadata;
    if (generation < 0) at.child("generation").invalid(generation, "must be greater than or equal to 0");
  });
  return [...identity, ...content.described, ...content.finalizers, ...content.managedFields];
}

function checkName(
  { name = "", generateName = "" }: ObjectMeta,
  problems: Strategy["nameProblems"],
  at: FieldReport,
  ofName = at,
): void {
  if (generateName !== "") at.child("generateName").problems(generateName, problems(generateName, true));
  if (name === "") at.child("name").required("name or generateName is required");
  else ofName.child("name").problems(name, problems(name, false));
}

function checkNamespace(namespace: string, namespaced: boolean, at: FieldReport): void {
  if (!namespaced) {
    if (namespace !== "") at.forbidden("not allowed on this type");
  } else if (namespace === "") at.required();
  else at.problems(namespace, dns1123LabelProblems(namespace));
}

function checkFinalizers(finalizers: readonly string[] | undefined, at: FieldReport): void {
  if (finalizers === undefined) return;
  for (const finalizer of finalizers) at.problems(finalizer, qualifiedNameProblems(finalizer));
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion"))
    at.invalid(finalizers, "finalizer orphan and foregroundDeletion cannot be both set");
}
