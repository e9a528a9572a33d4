import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { atOnce, type Steps } from "../api/steps.ts";
import { createPacker, type Pack } from "./pack-bytes.ts";
import { stableBytes, stableText } from "./stable-text.ts";
import { stringify } from "./stringify.ts";

/**
 * Stands for fields while the rest is written. Hardly anything that is sent looks like it: that is checked. A character above
 * U+00FF would make V8 write all that follows with two bytes a character, which takes a quarter longer.
 */
const MARK = "\u0001fields";
const MARK_TEXT = JSON.stringify(MARK);

/** For documents that are kept; what is soon forgotten must not lie between them. */
const packKept = createPacker();

/**
 * As `stringify`, in UTF-8, for API objects: more than half of one is its managed fields, which thousands of objects
 * share to the letter.
 */
export const objectBytes = (object: KubeObject, pack: Pack = packKept): Uint8Array =>
  atOnce(bytesSteps(object, pack));

/** The same in steps. */
export function* bytesSteps(object: KubeObject, pack: Pack = packKept): Steps<Uint8Array> {
  const split = splitAtFields(object);
  if (split === undefined) return pack([stringify(object)]);
  const { rest, fields } = split;
  const pieces: (string | Uint8Array)[] = [];
  for (const [i, part] of rest.entries()) {
    const before = fields[i - 1];
    if (before !== undefined) {
      yield;
      pieces.push(stableBytes(before) ?? stableText(before));
    }
    pieces.push(part);
  }
  yield;
  return pack(pieces);
}

/** The text around the fields, one part more than there are fields; undefined where there is nothing to save. */
function splitAtFields(object: KubeObject): { rest: string[]; fields: JsonObject[] } | undefined {
  const { metadata } = object;
  const entries = metadata?.managedFields;
  if (!Array.isArray(entries) || entries.length === 0) return undefined;
  const fields: JsonObject[] = [];
  const managedFields = entries.map((entry) => {
    const { fieldsV1 } = entry;
    if (typeof fieldsV1 !== "object" || fieldsV1 === null || Array.isArray(fieldsV1)) return entry;
    fields.push(fieldsV1);
    return { ...entry, fieldsV1: MARK };
  });
  const rest = stringify({ ...object, metadata: { ...metadata, managedFields } });
  const parts = rest.split(MARK_TEXT);
  return parts.length === fields.length + 1 ? { rest: parts, fields } : undefined;
}
