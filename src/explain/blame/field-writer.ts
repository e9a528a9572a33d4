import type { Json } from "../../json/value.ts";
import type { RequestContext } from "../../server/request-context.ts";

/** The object of a write, and who wrote each of its fields. */
export interface Blame {
  /** False: the request was refused, and the object is as it was then. */
  readonly stored: boolean;
  /** All scalars and empty lists and maps, in the order of the object; without metadata.managedFields. */
  readonly fields: readonly BlamedField[];
  /** Values that were written in this request, and are not in the object. */
  readonly lost: readonly LostValue[];
}

/** A scalar, or an empty list or map. */
export interface BlamedField {
  /** JSON pointer into the object. */
  readonly path: string;
  readonly value: Json;
  readonly by: FieldWriter;
}

/** The component that wrote a field. */
export interface FieldWriter {
  /**
   * `default`: of the kind, or of the schema of its definition. `server`: the server itself, before or after admission.
   * `before`: an earlier request, by this manager. `unknown`: a field of a stored object that has no manager.
   */
  readonly kind: "client" | "default" | "plugin" | "policy" | "webhook" | "server" | "before" | "unknown";
  /** The manager, plugin, policy or webhook; empty if it has no name. */
  readonly name: string;
  /** Configuration of a webhook. */
  readonly configuration?: string;
  /** 1: in the second round, because the object was changed after the first call. */
  readonly round?: 0 | 1;
}

/** A value that was written in this request, and then changed or left out. */
export interface LostValue {
  readonly path: string;
  readonly value: Json;
  readonly from: FieldWriter;
  readonly how: "overwritten" | "removed" | "not stored";
  readonly by: FieldWriter;
  /** The rule of the server that left it out; empty if a hook changed it. */
  readonly why: string;
}

/** The facts about a request that tell who wrote what. */
export type Written = Pick<RequestContext, "info" | "request" | "trail">;
