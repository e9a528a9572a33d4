import type { KubeObject } from "../../../../api/meta.ts";
import { type FieldError, NamedText } from "../../../../api/validation/field-error.ts";
import { FieldReport } from "../../../../api/validation/field-report.ts";
import { nameIsDnsLabel, qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import type { Namespace } from "../../../../types/tables/core/v1-types.ts";
import { view } from "../../../define/strategy.ts";
import type { Strategy } from "../../../strategy.ts";

export const KUBERNETES = "kubernetes";

const STANDARD_FINALIZERS = [KUBERNETES, "orphan", "foregroundDeletion"];

/** `spec.finalizers`, which differ from those in the metadata. */
export const finalizersOf = (object: KubeObject): string[] => view<Namespace>(object).spec?.finalizers ?? [];

/**
 * Checks a finalizer of a namespace: it must be a qualified name, and without a domain one of Kubernetes'
 * standard names.
 */
function checkFinalizer(name: string, at: FieldReport): void {
  at.problems(name, qualifiedNameProblems(name));
  if (!name.includes("/") && !STANDARD_FINALIZERS.includes(name)) {
    at.invalid(name, "name is neither a standard finalizer name nor is it fully qualified");
  }
}

/** Errors of `spec.finalizers`. */
export function validate(object: KubeObject): FieldError[] {
  const at = new FieldReport("spec").child("finalizers");
  for (const name of finalizersOf(object)) checkFinalizer(name, at);
  return at.errors;
}

/** Errors of the subresource `finalize` (ValidateNamespaceFinalizeUpdate). */
export function validateFinalize(object: KubeObject): FieldError[] {
  const at = new FieldReport("spec").child("finalizers");
  at.each(finalizersOf(object), checkFinalizer);
  return at.errors;
}

/** The phase must fit the deletion (ValidateNamespaceStatusUpdate). */
export function validateStatus(object: KubeObject): FieldError[] {
  const { metadata, status } = view<Namespace>(object);
  const at = new FieldReport("status").child("Phase");
  const phase = status?.phase ?? "";
  const alive = metadata.deletionTimestamp === undefined;
  if (alive && phase !== "Active")
    at.invalid(new NamedText(phase), "may only be 'Active' if `deletionTimestamp` is empty");
  if (!alive && phase !== "Terminating") {
    at.invalid(phase, "may only be 'Terminating' if `deletionTimestamp` is not empty");
  }
  return at.errors;
}

/** Sets the label with which selectors find a namespace by name; clients cannot remove it. */
function canonicalize({ metadata }: KubeObject): void {
  metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name ?? "" };
}

export const common: Partial<Strategy> = {
  nameProblems: nameIsDnsLabel,
  canonicalize,
  returnDeletedObject: true,
};
