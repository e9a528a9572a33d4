import type { KubeObject } from "../api/meta.ts";
import { stableText } from "./stable-text.ts";
import { stringify } from "./stringify.ts";

/** Stands for fields while the rest is written. Nothing that can be sent looks like it: it is checked all the same. */
const MARK = "\ufdd0fields";
const MARK_TEXT = JSON.stringify(MARK);

/**
 * As `stringify`, for API objects: more than half of one is its managed fields, which thousands of objects share to the
 * letter.
 */
export function objectText(object: KubeObject): string {
  const { metadata } = object;
  const entries = metadata?.managedFields;
  if (!Array.isArray(entries) || entries.length === 0) return stringify(object);
  const fields: string[] = [];
  const managedFields = entries.map((entry) => {
    const { fieldsV1 } = entry;
    if (typeof fieldsV1 !== "object" || fieldsV1 === null || Array.isArray(fieldsV1)) return entry;
    fields.push(stableText(fieldsV1));
    return { ...entry, fieldsV1: MARK };
  });
  const rest = stringify({ ...object, metadata: { ...metadata, managedFields } } as unknown as KubeObject);
  const parts = rest.split(MARK_TEXT);
  if (parts.length !== fields.length + 1) return stringify(object);
  return parts.reduce((text, part, i) => text + (fields[i - 1] ?? "") + part);
}
