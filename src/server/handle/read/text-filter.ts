import type { Document } from "../../../api/object/document.ts";
import type { Target } from "../target.ts";
import type { Selection } from "./selection.ts";

/** Label values without an escape in JSON. */
const PLAIN = /^[A-Za-z0-9._/-]+$/;

/**
 * Returns a filter by the text of stored documents: of very many objects, only those are parsed whose text
 * has the values of the selected labels. Not for custom objects, whose form for clients can differ from the
 * stored one.
 */
export function textFilter(
  { resource }: Target,
  { pins }: Pick<Selection, "pins">,
): (document: Document) => boolean {
  if (resource.custom) return () => true;
  const words = pins
    .filter(({ on, value }) => on === "label" && PLAIN.test(value))
    .map(({ value }) => Buffer.from(`"${value}"`));
  return ({ bytes }) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return words.every((word) => text.includes(word));
  };
}
