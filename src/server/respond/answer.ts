import type { ServerResponse } from "../../api/exchange.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Status } from "../../api/status.ts";
import type { Document } from "../../json/document.ts";
import type { Cell, Column, KindDefinition } from "../../resources/kind.ts";

/** What a verb hands back. How it looks on the wire (JSON, YAML, Table, metadata only) is decided when responding. */
export type Answer = ObjectAnswer | ListAnswer | StatusAnswer | ValueAnswer | RawAnswer;

/** One object of a kind, in the version that was asked for. */
export interface ObjectAnswer {
  readonly kind: "object";
  readonly status: 200 | 201 | 202;
  readonly shownAs: Shown;
  readonly document: Document<Json>;
  /** In the place of what is usual. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** `items` in the version that was asked for. */
export interface ListAnswer {
  readonly kind: "list";
  readonly shownAs: Shown;
  readonly listKind: string;
  readonly items: readonly Document<Json>[];
  readonly metadata: ListMeta;
  /** Custom resources print apiVersion and kind in every item, built-in kinds do not. */
  readonly typedItems: boolean;
}

export interface ListMeta {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
}

export interface StatusAnswer {
  readonly kind: "status";
  readonly status: Status;
}

/** Another object: a document of discovery. */
export interface ValueAnswer {
  readonly kind: "value";
  readonly status: number;
  readonly value: JsonObject;
}

/** Already a response: watches, plain texts. */
export interface RawAnswer {
  readonly kind: "raw";
  /** It comes from another API server: its headers stand beside those of this one. */
  readonly passedBack?: true;
  readonly response: ServerResponse;
}

/** How objects of a kind are shown as a Table; made from a kind, or for Scale and others that are never stored. */
export interface Shown {
  readonly group: string;
  readonly version: string;
  /** Of a custom resource. */
  readonly custom?: boolean;
  /** Its type in the reference, where that is not its kind in the package of its group: `v1.Scale`. */
  readonly goType?: string;
  readonly columns: readonly Column[];
  cells(object: KubeObject, now: number): readonly Cell[];
  rowConditions?(object: KubeObject): readonly JsonObject[] | undefined;
  readonly rowOrder?: (a: KubeObject, b: KubeObject) => number;
  readonly innerForm?: (object: KubeObject) => KubeObject;
}

export const shownAs = (kind: KindDefinition): Shown => kind;
