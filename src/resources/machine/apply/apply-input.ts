import type { KubeObject } from "../../../api/meta.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { ObjectShape } from "../../../types/shape.ts";
import type { Versioned } from "./converting.ts";

/** Input of a server-side apply request. */
export interface ApplyInput {
  /** The stored object, decoded, in the version of the URL; undefined if the request creates the object. */
  readonly live: KubeObject | undefined;
  /** The body as the client wrote it; it is not changed. */
  readonly applied: JsonObject;
  /** Shape in the version of the URL. */
  readonly shape: ObjectShape;
  readonly apiVersion: string;
  readonly kind: string;
  readonly manager: string;
  /** True if fields are taken over from other managers, instead of a response with status 409. */
  readonly force: boolean;
  /** Name of the subresource; empty at the main endpoint. */
  readonly subresource: string;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
  /** Fields that a write to this endpoint never owns, with all fields below them. */
  readonly resetFields: readonly (readonly string[])[];
}

/** An object of an apply with the version and the shape of the URL. */
export const versioned = ({ apiVersion, shape }: ApplyInput, object: JsonObject): Versioned => ({
  apiVersion,
  shape,
  object,
});
