import type { ObjectMeta } from "../../../api/meta.ts";
import { distinctErrors, type FieldError, namedText } from "../../../api/validation/field-error.ts";
import { collectErrors, type FieldReport } from "../../../api/validation/field-report.ts";
import { pathSegmentNameProblems } from "../../../api/validation/name-format.ts";
import { quote } from "../../../go/quote.ts";
import type { Json } from "../../../json/value.ts";
import type { MetaChecks, Strategy } from "../../strategy.ts";
import {
  type ContentErrors,
  contentErrors,
  createErrors,
  finalizerErrors,
  type MetaRules,
} from "./validate-object-meta.ts";

/** Errors of changed metadata: those of the generic checks, and those of the kind's own validation. */
export interface UpdateChecks extends MetaChecks {
  readonly generic: readonly FieldError[];
}

/**
 * Checks metadata of a changed object after `restoreSystemMetadata`; the verb has already checked its
 * resourceVersion. The reference checks it more than once and reports all errors: in the generic checks as if
 * it were new, then as an update, and again in the kind's own validation, where each error counts once.
 */
export function checkObjectMetaUpdate(metadata: ObjectMeta, old: ObjectMeta, rules: MetaRules): UpdateChecks {
  const content = contentErrors(metadata);
  const updated = updateErrors(metadata, old, content);
  const finalizers = finalizerErrors(metadata, rules);
  return {
    generic: [...createErrors(metadata, rules, pathSegmentNameProblems, content), ...updated],
    asNew: () =>
      distinctErrors([...createErrors(metadata, rules, rules.nameProblems, content), ...finalizers]),
    asUpdate: () => distinctErrors([...updated, ...finalizers]),
  };
}

/**
 * Errors of the metadata, some of them as often as the reference reports them. `repeats`: the further checks of the
 * kind.
 */
export const repeatedErrors = (
  checks: UpdateChecks,
  repeats: Strategy["repeatsMeta"] = ["update"],
): FieldError[] => [
  ...checks.generic,
  ...repeats.flatMap((kind) => (kind === "update" ? checks.asUpdate() : checks.asNew())),
];

const IMMUTABLE = [
  "name",
  "namespace",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
];

function updateErrors(metadata: ObjectMeta, old: ObjectMeta, content: ContentErrors): FieldError[] {
  const changes = collectErrors("metadata", (at) => {
    if (old.deletionTimestamp !== undefined) checkNoNewFinalizers(metadata, old, at.child("finalizers"));
    const { generation = 0 } = metadata;
    if (generation < (old.generation ?? 0))
      at.child("generation").invalid(generation, "must not be decremented");
    for (const name of IMMUTABLE) checkImmutable(metadata[name], old[name], at, name);
  });
  return [...changes, ...content.described, ...content.managedFields];
}

function checkImmutable(value: Json | undefined, old: Json | undefined, at: FieldReport, name: string): void {
  if ((value ?? "") === (old ?? "")) return;
  const isText = typeof (value ?? old) === "string" && !name.endsWith("Timestamp");
  const printed = value ?? (isText ? "" : null);
  at.child(name).invalid(name === "uid" ? namedText(String(printed)) : printed, "field is immutable");
}

function checkNoNewFinalizers(metadata: ObjectMeta, old: ObjectMeta, at: FieldReport): void {
  const known = new Set(old.finalizers);
  const added = [...new Set(metadata.finalizers)].filter((finalizer) => !known.has(finalizer));
  if (added.length === 0) return;
  const list = added.sort().map((finalizer) => quote(finalizer));
  at.forbidden(
    `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list.join(", ")}}`,
  );
}
