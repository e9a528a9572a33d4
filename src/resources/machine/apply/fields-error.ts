import { isJsonObject, type Json } from "../../../api/json.ts";
import type { ManagedFieldsEntry } from "../../../api/meta.ts";

const NEAR = 10;
const WIDE = 50;

/** A set of fields that cannot be read, in the words of json-iterator (Iterator.ReportError). */
export class FieldsError extends Error {
  /** Names of the fields that lead there. */
  readonly path: string[];
  readonly #consumed: number;

  /** `consumed`: how much of the value at `path` was read before. */
  constructor(why: string, path: readonly string[], consumed: number) {
    super(why);
    this.path = [...path];
    this.#consumed = consumed;
  }

  /** What is said when it is found in `fields`. */
  textIn(fields: Json): string {
    const text = JSON.stringify(fields);
    const head = offsetOf(fields, this.path) + this.#consumed;
    const around = (distance: number): string =>
      `...|${text.slice(Math.max(0, head - distance), head + distance)}|...`;
    return `${this.message}, error found in #${Math.min(NEAR, head)} byte of ${around(NEAR)}, bigger context ${around(WIDE)}`;
  }
}

/** Something else than a map. */
export const noMap = (found: Json): FieldsError =>
  new FieldsError(`ReadMapCB: expect { or n, but found ${JSON.stringify(found)[0]}`, [], 1);

/** The name of a field that is none. */
export const noElement = (element: string, why: string): FieldsError =>
  new FieldsError(`parsing key as path element: ${why}`, [element], 0);

/** Where the text of a member begins in the text of the whole. */
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

/** An entry as Go prints the struct. */
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
