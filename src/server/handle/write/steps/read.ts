import { formatGroupVersion } from "../../../../api/group-version.ts";
import type { Steps } from "../../../../async/steps.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import { dedupOwnerReferences } from "../../../../resources/machine/object-meta/owner-references.ts";
import { noteRequestObject } from "../../../record/audited-request.ts";
import { kindLookup } from "../../transient-kinds.ts";
import type { KindLookup } from "../body/body-kind.ts";
import { decodeObject, parseObject, readObjectBytes } from "../body/read-object.ts";
import { readOptions } from "../body/read-options.ts";
import { ensureName, ensureNamespace, wipeSystemMetadata } from "../identity.ts";
import type { Needs, Write } from "./write.ts";

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

/** Reads the bytes of the body. */
export async function readBytes(write: Write<Needs>): Promise<void> {
  write.bytes = await readObjectBytes(write.context, write.target.resource.custom);
}

/** Parses the body: JSON, YAML or protobuf. */
export function parseBody(write: Write<Needs>): void | Promise<void> {
  const { context, kind, sentBytes, target } = write;
  return thenMaybe(parseObject(context, kind, sentBytes, target.resource.custom), (body) => {
    write.body = body;
  });
}

/** Decodes the body as an object of the kind, with defaults, and records it for the audit log. */
export function* decodeBody(write: Write<Needs>): Steps<void> {
  const { target, server } = write;
  yield* decode(write, target.resource.custom ? undefined : kindLookup(server));
}

/** Decodes the body of an object that is never stored: Binding, Eviction, the reviews. */
export function* decodeTransientBody(write: Write<Needs>): Steps<void> {
  const { kind, server } = write;
  const registered = kindLookup(server);
  // An Eviction may be of policy/v1beta1 (kubernetes/pkg/registry/core/pod/storage/eviction.go, AcceptsGroupVersion), which has
  // the same fields.
  yield* decode(write, (group, version, name) =>
    name === "Eviction" && group === kind.group ? kind : registered(group, version, name),
  );
  // The audit log has the version that was sent. Hooks receive the version of the subresource.
  write.object.apiVersion = formatGroupVersion(kind);
}

function* decode(write: Write<Needs>, lookup: KindLookup | undefined): Steps<void> {
  const { context, kind, options, body } = write;
  if (body === undefined) return;
  if (context.trail !== undefined) context.trail.body = write.bytes;
  write.object = yield* decodeObject(context, { kind, validation: options.fieldValidation, lookup, body });
  noteRequestObject(context, kind, write.object);
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
  dedupOwnerReferences(object, context.warnings);
}
