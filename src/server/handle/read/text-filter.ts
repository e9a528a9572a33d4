import type { Document } from "../../../json/document.ts";
import type { Target } from "../target.ts";
import type { Selection } from "./selection.ts";

/** Written in JSON as they are. */
const PLAIN = /^[A-Za-z0-9._/-]+$/;

/**
 * Whether a stored document may be selected, by its text: of very many objects only those are parsed whose text has the
 * values of the labels that are asked for. Custom objects may say something else to clients than in the store.
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
