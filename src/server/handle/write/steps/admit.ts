import type { Outcome } from "../../../../admission/outcome.ts";
import type { ManagedFieldsEntry } from "../../../../api/meta.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import { guardManagedFields } from "../../../../resources/machine/apply/managers/guard.ts";
import { dedupOwnerReferences } from "../../../../resources/machine/object-meta/owner-references.ts";
import { noteValue } from "../../../loop/turns.ts";
import { seenOld, throughRequested } from "../../versions.ts";
import { admitted, beginAdmission, mayHaveGrown } from "../admission.ts";
import { stampOptions } from "../body/write-options.ts";
import type { Needs } from "../writes.ts";
import type { Write } from "./write.ts";

/** Begins the admission of a new object. */
export function beginCreate(write: Write<Needs>): void {
  const { server, context, target, options, object } = write;
  // A create of a custom resource may have any name behind the collection, which only admission receives
  // (apiserver/pkg/endpoints/handlers/create.go, createHandler).
  const name = (target.resource.custom ? context.info.name : "") || target.name;
  write.admission = beginAdmission(server, context, target, {
    operation: "CREATE",
    name: name || (object.metadata.name ?? ""),
    dryRun: options.dryRun,
    options: stampOptions("CreateOptions", options.given),
    oldObject: null,
  });
}

/** Begins the admission of a change of the stored object. */
export function beginUpdate(write: Write): void | Promise<void> {
  const { server, context, target, options } = write;
  return thenMaybe(seenOld(target, write.before), (oldObject) => {
    write.admission = beginAdmission(server, context, target, {
      operation: "UPDATE",
      name: target.name,
      dryRun: options.dryRun,
      options: stampOptions("UpdateOptions", options.given),
      oldObject,
    });
  });
}

/** Runs the mutating phase, and repairs metadata that hooks made invalid. */
export function admitMutating(write: Write<Needs>): void | Promise<void> {
  const { managedFields } = write.object.metadata;
  return thenMaybe(write.admitting.mutate(write.object), (outcome) =>
    takeMutated(write, outcome, managedFields),
  );
}

function takeMutated(
  write: Write<Needs>,
  outcome: Outcome,
  managedFields: ManagedFieldsEntry[] | undefined,
): void | Promise<void> {
  const { context, target } = write;
  const admittedObject = admitted(context, write.admitting, outcome) ?? write.object;
  const mutated = write.kind === target.kind ? throughRequested(target, admittedObject) : admittedObject;
  return thenMaybe(mutated, (object) => {
    if (mayHaveGrown(write.admitting.verdict)) noteValue(context, object);
    if (object.metadata.managedFields !== managedFields)
      guardManagedFields(managedFields, object, context.warnings);
    dedupOwnerReferences(object, context.warnings, "afterAdmission");
    write.isReplaced = object !== write.object;
    write.object = context.trail?.admit(object) ?? object;
  });
}

/** Runs the validating phase on the object as it would be stored. */
export function admitValidating(write: Write<Needs>): void | Promise<void> {
  const { object } = write;
  return thenMaybe(write.admitting.validate(object, object.metadata.name ?? ""), (outcome) => {
    admitted(write.context, write.admitting, outcome);
  });
}
