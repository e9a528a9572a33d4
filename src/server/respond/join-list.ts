import type { JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { Document } from "../../json/document.ts";
import { stringify } from "../../json/stringify.ts";
import type { ListAnswer } from "./answer.ts";

const NO_ITEMS = '"items":[]';
const COMMA = Buffer.from(",");
const BRACE = Buffer.from("{");

/** `frame`: the list without items. The answer is its JSON, joined from the bytes of the items. */
export function joinList(frame: JsonObject, answer: ListAnswer): Uint8Array {
  const [before, after] = stringify(frame).split(NO_ITEMS);
  const parts: Uint8Array[] = [Buffer.from(`${before}"items":[`)];
  const add = answer.typedItems ? (item: Document) => parts.push(item.bytes) : untypedAdder(answer, parts);
  answer.items.forEach((item, i) => {
    if (i > 0) parts.push(COMMA);
    add(item);
  });
  parts.push(Buffer.from(`]${after}\n`));
  return Buffer.concat(parts);
}

/** Items of built-in kinds say neither kind nor version, with which the bytes of nearly all objects begin. */
function untypedAdder({ shownAs, listKind }: ListAnswer, parts: Uint8Array[]): (item: Document) => void {
  const { group, version } = shownAs;
  const kind = `"kind":"${listKind.replace(/List$/, "")}"`;
  const apiVersion = `"apiVersion":"${group === "" ? version : `${group}/${version}`}"`;
  const heads = [`{${apiVersion},${kind},`, `{${kind},${apiVersion},`].map((text) => Buffer.from(text));
  return (item) => {
    const { bytes } = item;
    const head = heads.find((one) => one.compare(bytes, 0, one.length) === 0);
    if (head !== undefined) parts.push(BRACE, bytes.subarray(head.length));
    else parts.push(Buffer.from(stringify(withoutType(item.value as KubeObject))));
  };
}

export function withoutType(object: KubeObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  return rest;
}
