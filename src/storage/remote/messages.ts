import type { Held, StorageErrorCode } from "../storage.ts";

/** A request of a server. `number` is that of its answer. The body of a write is the document, without its revision. */
export type Request =
  | { readonly ask: "revision"; readonly number: number }
  | (WriteRequest & { readonly number: number; readonly key: string });

type WriteRequest =
  | {
      readonly ask: "create";
      /** Length of the text before the revision; absent: the document has no place for it, or has to be parsed. */
      readonly before?: number | undefined;
      readonly while?: readonly Held[] | undefined;
    }
  | { readonly ask: "update"; readonly expected: number; readonly before?: number | undefined }
  | {
      readonly ask: "delete";
      readonly expected: number;
      readonly before?: number | undefined;
      /** The last state is the one before. There is no body. */
      readonly isUnsealed?: boolean | undefined;
    };

/** A message of the process that has the store. All changes up to the revision of an answer come with it or before the next answer. */
export type Message =
  /** One of the first entries; the body is its document. */
  | { readonly tell: "entry"; readonly key: string; readonly revision: number }
  /** All first entries were sent, and all changes up to this revision. */
  | { readonly tell: "loaded"; readonly revision: number }
  /** The body is the new document, or the last state of what was deleted; `own`: the number of the request, and there is no body. */
  | {
      readonly tell: "change";
      readonly type: "created" | "updated" | "deleted";
      readonly key: string;
      readonly revision: number;
      readonly own?: number | undefined;
    }
  /** The newest revision, as an answer: also to a write that met another one. */
  | { readonly tell: "revision"; readonly number: number; readonly revision: number }
  | {
      readonly tell: "failed";
      readonly number: number;
      readonly code: StorageErrorCode;
      readonly message: string;
    };
