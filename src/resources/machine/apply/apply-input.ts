import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { ObjectShape } from "../../../schema/shape.ts";

/** A server-side apply. */
export interface ApplyInput {
  /** The object before, in the version of the URL, decoded; undefined when the apply creates it. */
  readonly live: KubeObject | undefined;
  /** The body as the client wrote it. Not changed. */
  readonly applied: JsonObject;
  /** Of the version of the URL. */
  readonly shape: ObjectShape;
  readonly apiVersion: string;
  readonly kind: string;
  readonly manager: string;
  /** Take fields from other managers instead of answering 409. */
  readonly force: boolean;
  /** Empty at the main endpoint. */
  readonly subresource: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly resetFields: readonly (readonly string[])[];
}
