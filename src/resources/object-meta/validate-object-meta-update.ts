import type { FieldError } from "../../api/field-error.ts";
import { collectErrors, type FieldReport } from "../../api/field-path.ts";
import type { Json } from "../../api/json.ts";
import type { ObjectMeta } from "../../api/meta.ts";
import { pathSegmentNameProblems } from "../../api/name-format.ts";
import { type ContentErrors, contentErrors, createErrors, type MetaRules } from "./validate-object-meta.ts";

/**
 * metadata of a changed object after `restoreSystemMetadata`; the verb has seen to its resourceVersion. The reference
 * checks it more than once: generically as if it were new, then as an update, and then again in the kind's own
 * validation (`repeatsMeta`), and reports all it finds. Comes before the errors of `validateUpdate`.
 */
export function validateObjectMetaUpdate(
  metadata: ObjectMeta,
  old: ObjectMeta,
  rules: MetaRules,
): FieldError[] {
  const content = contentErrors(metadata);
  const created = createErrors(metadata, rules, pathSegmentNameProblems, content);
  const updated = updateErrors(metadata, old, content);
  const again = (rules.repeatsMeta ?? ["update"]).flatMap((kind) =>
    kind === "update" ? updated : createErrors(metadata, rules, rules.nameProblems, content),
  );
  return [...created, ...updated, ...again];
}

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
  at.child(name).invalid(value ?? (isText ? "" : null), "field is immutable");
}

function checkNoNewFinalizers(metadata: ObjectMeta, old: ObjectMeta, at: FieldReport): void {
  const known = new Set(old.finalizers);
  const added = [...new Set(metadata.finalizers)].filter((finalizer) => !known.has(finalizer));
  if (added.length === 0) return;
  const list = added.sort().map((finalizer) => JSON.stringify(finalizer));
  at.forbidden(
    `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list.join(", ")}}`,
  );
}
