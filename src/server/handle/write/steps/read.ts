import { formatGroupVersion } from "../../../../api/group-version.ts";
import { dedupOwnerReferences } from "../../../../resources/machine/object-meta/owner-references.ts";
import { noteRequestObject } from "../../../record/audited-request.ts";
import { kindLookup } from "../../subresources/transient-kinds.ts";
import { type KindLookup, readObject } from "../body/read-object.ts";
import { readOptions } from "../body/read-options.ts";
import { ensureName, ensureNamespace, wipeSystemMetadata } from "../identity.ts";
import type { Needs, Write } from "../write.ts";

/** Steps that read the request: its options, its body, and what every sent object has to have. */

/** Reads the options of a create from the query. */
export function readCreateOptions(write: Write<Needs>): void | Promise<void> {
  return optionsOf(write, "CreateOptions");
}

/** Reads the options of an update from the query. */
export function readUpdateOptions(write: Write<Needs>): void | Promise<void> {
  return optionsOf(write, "UpdateOptions");
}

function optionsOf(write: Write<Needs>, kind: "CreateOptions" | "UpdateOptions"): void | Promise<void> {
  const options = readOptions(write.context, kind);
  if (options instanceof Promise) return options;
  write.options = options;
}

/** Reads the body as an object of the kind, with defaults, and records it for the audit log. */
export async function readBody(write: Write<Needs>): Promise<void> {
  const { context, kind, target, server, options } = write;
  const lookup = target.resource.custom ? undefined : kindLookup(server);
  write.object = await readObject(context, kind, options.fieldValidation, lookup);
  noteRequestObject(context, kind, write.object);
}

/** Reads the body of an object that is never stored: Binding, Eviction, the reviews. */
export async function readTransientBody(write: Write<Needs>): Promise<void> {
  const { context, kind, server, options } = write;
  const registered = kindLookup(server);
  // An Eviction may be of policy/v1beta1 (kubernetes/pkg/registry/core/pod/storage/eviction.go, AcceptsGroupVersion), which has
  // the same fields.
  const lookup: KindLookup = (group, version, name) =>
    name === "Eviction" && group === kind.group ? kind : registered(group, version, name);
  write.object = await readObject(context, kind, options.fieldValidation, lookup);
  noteRequestObject(context, kind, write.object);
  // The audit log has the version that was sent. Hooks receive the version of the subresource.
  write.object.apiVersion = formatGroupVersion(kind);
}

/** Removes the fields that only the server sets. */
export function wipeSystemFields({ object }: Write<Needs>): void {
  wipeSystemMetadata(object);
}

/** Gives the object the namespace of the URL, or refuses another one. */
export function takeNamespace({ object, target }: Write<Needs>): void {
  ensureNamespace(object, target);
}

/** Refuses an object with another name than the URL's. */
export function requireName({ object, target }: Write<Needs>): void {
  ensureName(object, target.name);
}

/** Removes owner references that are repeated, with a warning. */
export function dropRepeatedOwners({ object, context }: Write<Needs>): void {
  dedupOwnerReferences(object, context.warnings.add);
}
