import { isJsonObject, type Json } from "../../../api/json.ts";
import type { ManagedFieldsEntry } from "../../../api/meta.ts";

const NEAR = 10;
const WIDE = 50;

/** A set of fields has something else than a map. */
export class NoMapError extends Error {
  readonly #found: Json;
  /** Names of the fields that lead there. */
  readonly path: string[] = [];

  constructor(found: Json) {
    super("not a map");
    this.#found = found;
  }

  /** What json-iterator says of it when it reads `fields` (Iterator.ReportError). */
  textIn(fields: Json): string {
    const text = JSON.stringify(fields);
    const head = offsetOf(fields, this.path) + 1;
    const around = (distance: number): string =>
      `...|${text.slice(Math.max(0, head - distance), head + distance)}|...`;
    const first = JSON.stringify(this.#found)[0];
    return `ReadMapCB: expect { or n, but found ${first}, error found in #${Math.min(NEAR, head)} byte of ${around(NEAR)}, bigger context ${around(WIDE)}`;
  }
}

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
