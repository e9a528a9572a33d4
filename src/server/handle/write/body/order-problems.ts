import { compareKeyBytes } from "../../../../api/object/key-order.ts";
import { strayFields } from "../../../../types/decode/stray-fields.ts";
import type { ObjectShape } from "../../../../types/shape.ts";
import type { ParsedBody } from "./read-body.ts";

/** Matches a key such as `10`, which JavaScript puts before all others. */
const INDEX_KEY = /[".](?:0|[1-9]\d*)(?=[".[])/;

/**
 * Returns the problems of strict decoding in the order in which Go finds them: for JSON that of the text, for
 * YAML that of sorted keys, because Go converts it to JSON first. `shape` is undefined if no field was
 * checked.
 */
export function inGoOrder(
  texts: readonly string[],
  body: ParsedBody,
  shape: ObjectShape | undefined,
): readonly string[] {
  const repeated = body.duplicates.length;
  const hasIndexKeys = texts.some((text) => INDEX_KEY.test(text));
  if (body.yaml)
    return hasIndexKeys ? [...texts.slice(0, repeated), ...texts.slice(repeated).sort(bySortedKeys)] : texts;
  const isMixed = texts.length > 0 && (repeated > 0 || hasIndexKeys);
  return isMixed && shape !== undefined && body.message === undefined
    ? strayFields(body.bytes, shape)
    : texts;
}

const bySortedKeys = (a: string, b: string): number => compareKeyBytes(comparable(a), comparable(b));

/**
 * Returns a text whose byte order is the order of places: a key that ends precedes longer ones, and list
 * indexes are numbers.
 */
const comparable = (text: string): string =>
  text
    .replace(/\[(\d+)\]/g, (_, index: string) => `\u0000${index.padStart(9, "0")}`)
    .replaceAll(".", "\u0000");
