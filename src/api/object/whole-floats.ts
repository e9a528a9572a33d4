import type { NumberLiterals } from "../../json/parse/number-literals.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { createNote } from "./notes.ts";

/** By key or index: the number that was written there. A note about another number than the present one is out of date. */
type Floats = Map<string | number, number>;

const floats = createNote<Floats>((written) => new Map(written));

/** `2.0` and `1e3` are floats to Go, although they have no fraction. */
const isFloat = (text: string): boolean => /[.eE]/.test(text);

/** Notes which numbers of a parsed text were written as floats, and have no fraction. */
export function noteFloats(literals: NumberLiterals): void {
  for (const [container, texts] of literals)
    for (const [key, text] of texts) if (isFloat(text)) noteFloat(container, key, Number(text));
}

/** Notes that the number under `key`, which has no fraction, is a float. */
export function noteFloat(container: object, key: string | number, value: number): void {
  const known = floats.get(container);
  if (known === undefined) floats.set(container, new Map([[key, value]]));
  else known.set(key, value);
}

/** False if no value has to be searched for notes. */
export const areFloatsNoted = (): boolean => floats.isUsed;

/** The keys or indexes of numbers that are floats, in one list or map; undefined: there are none. */
export function floatsIn(container: Json[] | JsonObject): ReadonlySet<string | number> | undefined {
  const written = floats.get(container);
  if (written === undefined) return undefined;
  const keys = new Set<string | number>();
  for (const [key, value] of written) {
    const now = Array.isArray(container) ? container[Number(key)] : container[key];
    if (Object.is(now, value)) keys.add(key);
  }
  return keys.size === 0 ? undefined : keys;
}

/** Notes about a map that was merged of two: a member is that of `applied` where both have it. */
export function mergeFloats(merged: JsonObject, live: JsonObject, applied: JsonObject): void {
  if (!floats.isUsed) return;
  for (const from of [live, applied])
    for (const [key, value] of floats.get(from) ?? [])
      if (typeof key === "string" && (from === applied || !Object.hasOwn(applied, key)))
        noteFloat(merged, key, value);
}

/** Whether a number somewhere in the value is noted as a float. */
export function hasFloats(value: Json | undefined): boolean {
  if (!floats.isUsed || typeof value !== "object" || value === null) return false;
  if (floatsIn(value) !== undefined) return true;
  return Array.isArray(value)
    ? value.some(hasFloats)
    : isJsonObject(value) && Object.values(value).some(hasFloats);
}
