import { formatGroupVersion } from "../../../../api/group-version.ts";
import { badRequest } from "../../../../api/status.ts";
import type { Steps } from "../../../../async/steps.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import { dedupOwnerReferences } from "../../../../resources/machine/object-meta/owner-references.ts";
import { noteRequestObject } from "../../../record/audited-request.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { KindLookup } from "../body/body-kind.ts";
import { assertKnownType, bodyType, readBytes as readBody } from "../body/read-body.ts";
import { assertReadableType, decodeObject, parseObject } from "../body/read-object.ts";
import { parseWriteOptions } from "../body/write-options.ts";
import type { Needs } from "../writes.ts";
import type { Write } from "./write.ts";

/** Steps that read the request: its options, its body, and what every sent object has to have. */

/** Reads the options of a create from the query. */
export function readCreateOptions(write: Write<Needs>): void | Promise<void> {
  return readOptions(write, "CreateOptions");
}

/** Reads the options of an update from the query. */
export function readUpdateOptions(write: Write<Needs>): void | Promise<void> {
  return readOptions(write, "UpdateOptions");
}

function readOptions(write: Write<Needs>, kind: "CreateOptions" | "UpdateOptions"): void | Promise<void> {
  const { rawQuery, query } = write.context.request;
  try {
    write.options = parseWriteOptions(kind, rawQuery, query);
  } catch (error) {
    return refuseAfterBody(write.context, error);
  }
}

/**
 * Refuses options. A body of an unknown type, or one that is too long, is refused before them
 * (apiserver/pkg/endpoints/handlers/create.go, createHandler; update.go, UpdateResource).
 */
async function refuseAfterBody(context: RequestContext, error: unknown): Promise<never> {
  assertKnownType(bodyType(context.request.headers["content-type"]));
  await readBody(context);
  throw error;
}

/** Reads the bytes of the body. Throws 415 for a type from which no object can be read. */
export async function readBytes(write: Write<Needs>): Promise<void> {
  assertReadableType(write.context, write.kind);
  write.bytes = await readBody(write.context);
}

/** Parses the body: JSON, YAML or protobuf. */
export function parseBody(write: Write<Needs>): void | Promise<void> {
  const { context, kind, sentBytes } = write;
  return thenMaybe(parseObject(context, kind, sentBytes), (body) => {
    write.body = body;
  });
}

/** Decodes the body as an object of the kind, with defaults, and records it for the audit log. */
export function* decodeBody(write: Write<Needs>): Steps<void> {
  yield* decode(write, write.lookup);
}

/** Decodes the body of an object that is never stored: Binding, Eviction, the reviews. */
export function* decodeTransientBody(write: Write<Needs>): Steps<void> {
  const { kind, lookup } = write;
  // An Eviction may be of policy/v1beta1 (kubernetes/pkg/registry/core/pod/storage/eviction.go, AcceptsGroupVersion), which has
  // the same fields.
  yield* decode(write, (group, version, name) =>
    name === "Eviction" && group === kind.group ? kind : lookup(group, version, name),
  );
  // The audit log has the version that was sent. Hooks receive the version of the subresource.
  write.object.apiVersion = formatGroupVersion(kind);
}

function* decode(write: Write<Needs>, lookup: KindLookup): Steps<void> {
  const { context, kind, options, body } = write;
  if (body === undefined) return;
  if (context.trail !== undefined) context.trail.body = write.bytes;
  write.object = yield* decodeObject(context, { kind, validation: options.fieldValidation, lookup, body });
  noteRequestObject(context, kind, write.object);
}

/**
 * Removes the fields that only the server sets (apiserver/pkg/registry/rest/meta.go, WipeObjectMetaSystemFields).
 */
export function wipeSystemFields({ object: { metadata } }: Pick<Write, "object">): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** Gives the object the namespace of the URL, or refuses another one. */
export function takeNamespace({ object: { metadata }, target }: Pick<Write, "object" | "target">): void {
  if (!target.resource.namespaced) delete metadata.namespace;
  else if (metadata.namespace === undefined || metadata.namespace === "")
    metadata.namespace = target.namespace;
  else if (metadata.namespace !== target.namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
}

/** Refuses an object without a name, or with another name than the URL's. */
export function requireName({ object, target: { name } }: Pick<Write, "object" | "target">): void {
  const given = object.metadata.name ?? "";
  if (given === "")
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  if (given !== name)
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
}

/** Removes owner references that are repeated, with a warning. */
export function dropRepeatedOwners({ object, context }: Write<Needs>): void {
  dedupOwnerReferences(object, context.warnings);
}
