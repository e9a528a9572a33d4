import type { KubeObject } from "../../api/meta.ts";
import { type Document, objectIn } from "../../api/object/document.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { StatusError } from "../../api/status.ts";
import { oncePerObject } from "../../async/once.ts";
import { quote } from "../../go/quote.ts";
import { memberBytes } from "../../json/parse/member-bytes.ts";
import { stringify } from "../../json/stringify.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { CREATED_AT } from "../../resources/define/column.ts";
import { inGoOrder } from "../../types/go-order.ts";
import { builtinShape } from "../../types/notation/shapes.ts";
import type { ListMeta, Shown } from "./answer.ts";
import { Pieces } from "./framed-list.ts";

/** The part of an object in each row of a table. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** Parses `?includeObject=`: the part of the object that each row has besides its cells. */
export function parseIncludeObject(value: string | null): IncludeObject {
  if (value === null || value === "") return "Metadata";
  if (value === "None" || value === "Metadata" || value === "Object") return value;
  throw new StatusError({
    message: `Unable to convert to Table as requested: includeObject: Invalid value: ${quote(value)}: must be 'Metadata', 'Object', 'None', or empty`,
    reason: "BadRequest",
    code: 400,
  });
}

/** Options of a table. */
export interface TableOptions {
  readonly metadata: ListMeta;
  readonly metaVersion: string;
  readonly include: IncludeObject;
  /** Milliseconds since 1970, for ages. */
  readonly now: number;
  /** False: the definitions of the columns are left out. Default: true. */
  readonly columns?: boolean;
}

/**
 * Builds a meta/v1 Table of some objects (apiserver/pkg/endpoints/handlers/response.go, asTable). `columns:
 * false`: omits the columns, in later events of a watch.
 */
export function makeTable(shown: Shown, objects: readonly KubeObject[], options: TableOptions): JsonObject {
  const definitions = options.columns === false ? null : shown.columns.map((c): Json => ({ ...c }));
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${options.metaVersion}`,
    metadata: tableMeta(options.metadata),
    columnDefinitions: definitions,
    rows: [...tableRows(shown, objects, options)],
  };
}

/** Yields the rows of a Table one by one. */
export function* tableRows(
  shown: Shown,
  objects: readonly KubeObject[],
  { now, include, metaVersion }: TableOptions,
): Generator<JsonObject> {
  for (const object of inOrder(shown, objects))
    yield {
      cells: [...shown.cells(object, now)],
      ...rowConditions(shown, object),
      object: rowObject(shown, object, include, metaVersion),
    };
}

/** Yields the rows as JSON on one line, which shares the bytes of the documents. */
export function* rowPieces(
  shown: Shown,
  documents: readonly Document[],
  { now, include, metaVersion }: TableOptions,
): Generator<Pieces> {
  for (const document of documentsInOrder(shown, documents)) {
    const object = objectIn(document);
    const cells = stringify({ cells: [...shown.cells(object, now)], ...rowConditions(shown, object) });
    yield new Pieces([
      cells.slice(0, -1),
      ',"object":',
      ...rowObjectPieces(shown, document, include, metaVersion),
      "}",
    ]);
  }
}

function documentsInOrder({ rowOrder }: Shown, documents: readonly Document[]): readonly Document[] {
  if (rowOrder === undefined) return documents;
  return [...documents].sort((a, b) => rowOrder(objectIn(a), objectIn(b)));
}

function rowObjectPieces(
  shown: Shown,
  document: Document,
  include: IncludeObject,
  metaVersion: string,
): readonly (string | Uint8Array)[] {
  if (include === "Object") return [document.bytes];
  const isAsStored = include === "Metadata" && !shown.custom && shown.innerForm === undefined;
  const metadata = isAsStored ? metadataBytes(document) : undefined;
  if (metadata === undefined) return [stringify(rowObject(shown, objectIn(document), include, metaVersion))];
  const head = `{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/${metaVersion}","metadata":`;
  return [head, metadata, "}"];
}

/** Finds the bytes of the metadata, once for each document: clients that list Tables repeat the request. */
const metadataBytes = oncePerObject((document: Document) => memberBytes(document.bytes, "metadata"));

/**
 * Value of `rows` without objects: null for kinds without columns of their own (apiserver,
 * pkg/registry/rest/table.go, ConvertToTable, appends to a nil slice).
 */
export const noRows = ({ columns }: Shown): Json[] | null =>
  columns.some(({ name, description }) => name === CREATED_AT.name && description === CREATED_AT.description)
    ? null
    : [];

const inOrder = ({ rowOrder }: Shown, objects: readonly KubeObject[]): readonly KubeObject[] =>
  rowOrder === undefined ? objects : [...objects].sort(rowOrder);

/** Builds the metadata of a Table. Lists of custom resources print an empty `continue`, Tables of them do not. */
export function tableMeta({ resourceVersion, continue: next, remainingItemCount }: ListMeta): JsonObject {
  return {
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(next ? { continue: next } : {}),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  };
}

function rowConditions(shown: Shown, object: KubeObject): JsonObject {
  const conditions = shown.rowConditions?.(object);
  return conditions === undefined ? {} : { conditions: [...conditions] };
}

function rowObject(shown: Shown, object: KubeObject, include: IncludeObject, metaVersion: string): Json {
  if (include === "None") return null;
  return include === "Object" ? object : partialMetadata(shown, object, metaVersion);
}

/** Metadata of custom resources are stored with sorted keys; here they have the order of Go's declaration. */
const asTyped = (metadata: KubeObject["metadata"]): JsonObject =>
  inGoOrder(copyWithNotes(metadata), builtinShape("meta/v1.ObjectMeta"));

/** Returns the object with its metadata only. */
export function partialMetadata(
  { innerForm, custom }: Pick<Shown, "innerForm" | "custom">,
  object: KubeObject,
  metaVersion: string,
): JsonObject {
  return {
    kind: "PartialObjectMetadata",
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: custom ? asTyped(object.metadata) : (innerForm?.(object) ?? object).metadata,
  };
}
