import type { ServerResponse } from "../../api/exchange/exchange.ts";
import type { Document } from "../../api/object/document.ts";
import type { Status } from "../../api/status.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import type { KindDefinition } from "../../resources/kind.ts";

/** Result of a verb. Its form on the wire (JSON, YAML, Table, metadata only) is chosen by the respond stage. */
export type Answer = ObjectAnswer | ListAnswer | StatusAnswer | ValueAnswer | RawAnswer;

/** One object of a kind, in the requested version. */
export interface ObjectAnswer {
  readonly kind: "object";
  readonly status: 200 | 201 | 202;
  readonly shownAs: Shown;
  readonly document: Document<Json>;
  /** Headers that replace the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** List with `items` in the requested version. */
export interface ListAnswer {
  readonly kind: "list";
  readonly shownAs: Shown;
  readonly listKind: string;
  readonly items: readonly Document<Json>[];
  readonly metadata: ListMeta;
  /** Custom resources print apiVersion and kind in every item, built-in kinds do not. */
  readonly typedItems: boolean;
}

/** `metadata` of a list. */
export interface ListMeta {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
}

/** A Status as a response: a success or an error. */
export interface StatusAnswer {
  readonly kind: "status";
  readonly status: Status;
}

/** Returns the answer to a request that succeeded and has no object to show. */
export const succeeded = (more: Pick<Status, "code" | "details">): StatusAnswer => ({
  kind: "status",
  status: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", ...more },
});

/** Another object: a document of discovery. */
interface ValueAnswer {
  readonly kind: "value";
  readonly status: number;
  readonly value: JsonObject;
}

/** Complete response: watches, plain texts. */
export interface RawAnswer {
  readonly kind: "raw";
  /** Set if the response comes from another API server: its headers are added to those of this one. */
  readonly passedBack?: true;
  readonly response: ServerResponse;
}

/** Returns a complete response as an answer. */
export const rawAnswer = (
  status: number,
  headers: ServerResponse["headers"],
  body?: ServerResponse["body"],
): RawAnswer => ({
  kind: "raw",
  response: body === undefined ? { status, headers } : { status, headers, body },
});

/** Form of a kind's objects as a Table; made from a kind, or for Scale and others that are never stored. */
export interface Shown
  extends Pick<
    KindDefinition,
    "group" | "version" | "custom" | "columns" | "cells" | "rowConditions" | "rowOrder" | "innerForm"
  > {
  /** Go type in the reference, if it differs from the kind in the package of its group: `v1.Scale`. */
  readonly goType?: string;
}
