import type { KubeObject } from "../../../../api/meta.ts";
import { type FieldError, NamedText } from "../../../../api/validation/field-error.ts";
import { FieldReport } from "../../../../api/validation/field-report.ts";
import { nameIsDnsLabel, qualifiedNameProblems } from "../../../../api/validation/name-format.ts";
import type { Namespace } from "../../../../types/tables/core/v1-types.ts";
import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, ensure, zero } from "../../../define/fill.ts";
import { fieldsAt } from "../../../define/selectable-fields.ts";
import { keepField, strategy, validates, view } from "../../../define/strategy.ts";
import { status, update, withoutTables } from "../../../define/subresources.ts";
import type { Strategy } from "../../../strategy.ts";

const KUBERNETES = "kubernetes";

const STANDARD_FINALIZERS = [KUBERNETES, "orphan", "foregroundDeletion"];

/** `spec.finalizers`, which differ from those in the metadata. */
const finalizersOf = (object: KubeObject): string[] => view<Namespace>(object).spec?.finalizers ?? [];

/**
 * Checks a finalizer of a namespace: it must be a qualified name, and without a domain one of Kubernetes'
 * standard names.
 */
function checkFinalizer(name: string, at: FieldReport): void {
  at.problems(name, qualifiedNameProblems(name));
  if (!name.includes("/") && !STANDARD_FINALIZERS.includes(name))
    at.invalid(name, "name is neither a standard finalizer name nor is it fully qualified");
}

/** Errors of `spec.finalizers`. */
function validate(object: KubeObject): FieldError[] {
  const at = new FieldReport("spec").child("finalizers");
  for (const name of finalizersOf(object)) checkFinalizer(name, at);
  return at.errors;
}

/** Errors of the subresource `finalize` (ValidateNamespaceFinalizeUpdate). */
function validateFinalize(object: KubeObject): FieldError[] {
  const at = new FieldReport("spec").child("finalizers");
  at.each(finalizersOf(object), checkFinalizer);
  return at.errors;
}

/** The phase must fit the deletion (ValidateNamespaceStatusUpdate). */
function validateStatus(object: KubeObject): FieldError[] {
  const { metadata, status } = view<Namespace>(object);
  const at = new FieldReport("status").child("Phase");
  const phase = status?.phase ?? "";
  const alive = metadata.deletionTimestamp === undefined;
  if (alive && phase !== "Active")
    at.invalid(new NamedText(phase), "may only be 'Active' if `deletionTimestamp` is empty");
  if (!alive && phase !== "Terminating")
    at.invalid(phase, "may only be 'Terminating' if `deletionTimestamp` is not empty");
  return at.errors;
}

/** Sets the label with which selectors find a namespace by name; clients cannot remove it. */
function canonicalize({ metadata }: KubeObject): void {
  metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name ?? "" };
}

const common: Partial<Strategy> = {
  nameProblems: nameIsDnsLabel,
  canonicalize,
  returnDeletedObject: true,
};

/** Label with the name, and the phase (SetDefaults_Namespace). */
const fillNamespace: ApplyDefaults = (namespace) => {
  const { metadata } = namespace;
  // A generated name is not yet known; the strategy adds the label later.
  if (metadata.name !== undefined && metadata.name !== "")
    metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name };
  zero(ensure(namespace, "status"), "phase", "Active");
};

export const namespace = defineResource({
  group: "",
  kind: "Namespace",
  scope: "Cluster",
  shortNames: ["ns"],
  verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
  versions: [{ version: "v1", defaults: fillNamespace }],
  columns: [NAME, column`Status: ${textAt("status.phase")} The status of the namespace`, AGE],
  selectableFields: fieldsAt("status.phase"),
  namespaceSelectable: false,
  subresources: [
    withoutTables(
      update(
        "finalize",
        strategy({
          ...common,
          resetFields: [["status"]],
          prepareForUpdate: (object, old) => keepField(object, old, "status"),
          validateUpdate: validateFinalize,
        }),
        ["update"],
      ),
    ),
    status({ ...common, validateUpdate: validateStatus }),
  ],
  strategy: {
    ...common,
    repeatsMeta: ["create", "update"],
    resetFields: [["status"]],
    prepareForCreate(object) {
      const finalizers = finalizersOf(object);
      const all = finalizers.includes(KUBERNETES) ? finalizers : [...finalizers, KUBERNETES];
      object.spec = { ...view<{ spec?: object }>(object).spec, finalizers: all };
      object.status = { phase: "Active" };
    },
    prepareForUpdate(object, old) {
      const finalizers = finalizersOf(old);
      const { finalizers: _sent, ...rest } = view<Namespace>(object).spec ?? {};
      object.spec = finalizers.length === 0 ? rest : { ...rest, finalizers };
      keepField(object, old, "status");
    },
    ...validates(validate),
  },
});
