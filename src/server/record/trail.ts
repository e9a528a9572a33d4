import type { KubeObject } from "../../api/meta.ts";
import type { Document } from "../../api/object/document.ts";
import { copyWithNotes, keepNotes } from "../../api/object/notes.ts";
import type { Json } from "../../json/value.ts";

/**
 * The object of a write at the points from which one can tell who wrote each field. A recorder that wants it sets it in
 * the context. The objects between the first and the last hook are in the verdict.
 */
export class Trail {
  /** The body of a create, an update or a patch that could be applied. */
  body: Uint8Array | undefined;
  /** The result of a patch or an apply, before its defaults. */
  patched: Json | undefined;
  /** A patch that could not be applied, and the object before it. */
  unapplied: { readonly patch: Uint8Array; readonly live: KubeObject } | undefined;
  /** The object after the mutating phase, in the hub version. */
  admitted: KubeObject | undefined;
  /** The reason of a refusal that the response does not tell: why a patch cannot be applied. */
  problem: string | undefined;
  /** The object as it was stored, or would be after a dry run; undefined: the write was refused. */
  stored: Document<KubeObject> | undefined;
  readonly #isThorough: boolean;

  /** `isThorough`: all parts of the object are copied, and not only those that nearly every write changes. */
  constructor(isThorough: boolean) {
    this.#isThorough = isThorough;
  }

  /** Keeps the admitted object, and returns a copy for the steps after admission, which change it in place. */
  admit(object: KubeObject): KubeObject {
    this.admitted = object;
    return this.#isThorough ? copyWithNotes(object) : shallowCopy(object);
  }
}

/** Copies the object and its metadata, spec and status, and of deeper parts only the ports of Services, to which the server adds node ports. */
function shallowCopy(object: KubeObject): KubeObject {
  const copy = { ...object };
  keepNotes(object, copy);
  for (const part of ["metadata", "spec", "status"] as const) {
    const value = object[part];
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const own = { ...value };
    keepNotes(value, own);
    if (part === "spec" && object.kind === "Service" && "ports" in own) own.ports = copyWithNotes(own.ports);
    Object.assign(copy, { [part]: own });
  }
  return copy;
}
