import { equal } from "../../json/equal.ts";
import { escapeToken } from "../../json/pointer.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import type { Sample } from "./sample.ts";
import type { Outcome, Trial, TriedHook } from "./trial.ts";

/** A field into which two webhooks write different values. */
export interface SharedField {
  /** A JSON pointer; items of lists are named: `/spec/containers/name=web/image`. */
  readonly path: string;
  /** The value of each webhook when the other one is not registered. */
  readonly values: readonly [Json, Json];
  /** The webhook whose value remains if the first of the two is called first. */
  readonly stays: 0 | 1;
}

/**
 * Returns the first field that both webhooks write and that has the value of only one of them afterwards;
 * undefined if there is none.
 */
export async function sharedField(
  trial: Trial,
  pair: readonly [TriedHook, TriedHook],
  request: Sample,
): Promise<SharedField | undefined> {
  const [a, b] = pair;
  const before = fieldsOf(await trial.run([], request));
  const first = fieldsOf(await trial.alone(a, request));
  const second = fieldsOf(await trial.alone(b, request));
  const both = fieldsOf(await trial.run(pair, request));
  for (const [path, one] of first) {
    const other = second.get(path);
    const last = both.get(path);
    if (other === undefined || last === undefined || equal(one, other)) continue;
    const old = before.get(path);
    if (old !== undefined && (equal(old, one) || equal(old, other))) continue;
    const values = [one, other] as const;
    if (equal(last, one)) return { path, values, stays: 0 };
    if (equal(last, other)) return { path, values, stays: 1 };
  }
  return undefined;
}

/** Sentence about two hooks that write different values to one field. */
export const sharedFieldText = (
  [a, b]: readonly [TriedHook, TriedHook],
  { path, values: [one, other], stays }: SharedField,
): string =>
  `${a.name} writes ${JSON.stringify(one)} into ${path}, ${b.name} ${JSON.stringify(other)}: what ${[a, b][stays]?.name} writes stays`;

/** Returns all fields of an object that contain no other fields. */
function fieldsOf({ object }: Outcome): Map<string, Json> {
  const fields = new Map<string, Json>();
  if (object !== undefined) collect(object, "", fields);
  return fields;
}

function collect(value: Json, path: string, fields: Map<string, Json>): void {
  if (isJsonObject(value))
    for (const [key, item] of Object.entries(value))
      collect(item ?? null, `${path}/${escapeToken(key)}`, fields);
  else if (!Array.isArray(value)) fields.set(path, value);
  // Items without a name are skipped: they cannot be matched with items of another list.
  else
    for (const item of value)
      if (isJsonObject(item) && typeof item.name === "string")
        collect(item, `${path}/name=${escapeToken(item.name)}`, fields);
}
