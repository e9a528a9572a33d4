import type { KubeObject } from "../../api/meta.ts";
import { createNote, keepNotes } from "../../api/object/notes.ts";

const sources = createNote<KubeObject>();

/**
 * Stores the source from which a webhook converted an object of the hub version: the body of a client, or a
 * stored object of another version. A conversion may lose fields, and the reference never converts a body
 * before it stores it (apiextensions-apiserver/pkg/apiserver/customresource_handler.go: each version has a
 * storage of its own). Keeps a reference to `source`.
 */
export const noteSource = (hub: KubeObject, source: KubeObject): void => void sources.set(hub, source);

const failures = createNote<Error>();

/** Stores the webhook's error of a failed conversion to the hub version. */
export const noteFailure = (object: KubeObject, error: Error): void => void failures.set(object, error);
/** The error that `noteFailure` stored; undefined if there is none. */
export const failureOf = (object: KubeObject): Error | undefined => failures.get(object);

/** Removes the source, because the object itself is stored from now on. */
export const forgetSource = (object: KubeObject): void => void sources.delete(object);

/**
 * Returns the source of an object of the hub version, with the object's current metadata; the object itself
 * if no webhook converted it. Labels and annotations are those before the conversion, which may change them.
 */
export function sourceOf(object: KubeObject): KubeObject {
  const source = sources.get(object);
  if (source === undefined) return object;
  const metadata = { ...object.metadata };
  for (const name of ["labels", "annotations"] as const) {
    const before = source.metadata[name];
    if (before === undefined) delete metadata[name];
    else metadata[name] = before;
  }
  const shown = { ...source, metadata };
  keepNotes(source, shown);
  return shown;
}
