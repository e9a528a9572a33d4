import type { ManagedFieldsEntry } from "../../../../api/meta.ts";
import { isJsonObject, type Json } from "../../../../json/value.ts";

const NEAR = 10;
const WIDE = 50;

/** Error of a set of fields that cannot be decoded, in the words of json-iterator (Iterator.ReportError). */
export class FieldsError extends Error {
  /** Names of the fields on the path to the error. */
  readonly path: string[];
  readonly #consumed: number;

  /** `consumed`: number of characters of the value at `path` that were read before the error. */
  constructor(why: string, path: readonly string[], consumed: number) {
    super(why);
    this.path = [...path];
    this.#consumed = consumed;
  }

  /** Returns the error text for the error in `fields`. */
  textIn(fields: Json): string {
    const text = JSON.stringify(fields);
    const head = offsetOf(fields, this.path) + this.#consumed;
    const around = (distance: number): string =>
      `...|${text.slice(Math.max(0, head - distance), head + distance)}|...`;
    return `${this.message}, error found in #${Math.min(NEAR, head)} byte of ${around(NEAR)}, bigger context ${around(WIDE)}`;
  }
}

/** Error of a value that is not a map. */
export const noMap = (found: Json): FieldsError =>
  new FieldsError(`ReadMapCB: expect { or n, but found ${JSON.stringify(found)[0]}`, [], 1);

/** Error of an invalid field name. */
export const noElement = (element: string, why: string): FieldsError =>
  new FieldsError(`parsing key as path element: ${why}`, [element], 0);

/** Returns the offset of a member's text in the text of the whole value. */
function offsetOf(value: Json | undefined, [key, ...rest]: readonly string[]): number {
  if (key === undefined || !isJsonObject(value)) return 0;
  let offset = 1;
  for (const [name, member] of Object.entries(value)) {
    offset += JSON.stringify(name).length + 1;
    if (name === key) return offset + offsetOf(member, rest);
    offset += JSON.stringify(member).length + 1;
  }
  return offset;
}

/** Prints an entry as Go prints the struct. */
export function entryText(entry: ManagedFieldsEntry): string {
  const {
    manager = "",
    operation = "",
    apiVersion = "",
    time,
    fieldsType = "",
    fieldsV1,
    subresource = "",
  } = entry;
  const when =
    time === undefined || time === null ? "<nil>" : `${time.replace("T", " ").replace("Z", "")} +0000 UTC`;
  return `{${manager} ${operation} ${apiVersion} ${when} ${fieldsType} ${JSON.stringify(fieldsV1 ?? null)} ${subresource}}`;
}
