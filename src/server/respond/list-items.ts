import { formatGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { type Document, objectIn } from "../../api/object/document.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import type { ListAnswer } from "./answer.ts";
import { Pieces } from "./framed-list.ts";

/** Yields the value of each item in the list. */
export function* itemValues({ items, typedItems }: ListAnswer): Generator<Json> {
  for (const item of items) yield typedItems ? item.value : withoutType(objectIn(item));
}

/** Yields the items as JSON on one line, which shares the bytes of the documents. */
export function* itemLines(answer: ListAnswer): Generator<Json | Uint8Array | Pieces> {
  const untyped = untypedBytes(answer);
  for (const item of answer.items) yield answer.typedItems ? item.bytes : untyped(item);
}

/** Removes kind and version from items of built-in kinds; the bytes of nearly all objects begin with them. */
function untypedBytes({ shownAs, listKind }: ListAnswer): (item: Document) => Json | Pieces {
  const kind = `"kind":"${listKind.replace(/List$/, "")}"`;
  const apiVersion = `"apiVersion":"${formatGroupVersion(shownAs)}"`;
  const heads = [`{${apiVersion},${kind},`, `{${kind},${apiVersion},`].map((text) => Buffer.from(text));
  return (item) => {
    const { bytes } = item;
    const head = heads.find((one) => one.compare(bytes, 0, one.length) === 0);
    if (head === undefined) return withoutType(objectIn(item));
    // The pieces are not joined here: copies of all items would be as much garbage outside of the heap as the
    // whole list.
    return new Pieces(["{", bytes.subarray(head.length)]);
  };
}

function withoutType(object: KubeObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return rest;
}
