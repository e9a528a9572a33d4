import { compareKeyBytes } from "../../../api/object/key-order.ts";
import { setKey } from "../../../json/object.ts";
import { carryLiterals, type NumberLiterals, textWithLiterals } from "../../../json/parse/number-literals.ts";
import { escapeToken } from "../../../json/pointer.ts";
import { stringify } from "../../../json/stringify.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";

/**
 * Returns the text of a patched object for refusals. The reference's patch converts changed parts to maps:
 * their names are sorted. Unchanged parts of `before` keep their text; `changed` are the places (JSON
 * pointers) of the conversion, absent: all new parts.
 */
export function quoteObject(
  patched: JsonObject,
  before: JsonObject,
  changed?: ReadonlySet<string>,
  literals?: NumberLiterals,
): string {
  const kept = new Set<object>();
  collectParts(before, kept);
  const isChanged = (value: object, at: string): boolean => !kept.has(value) && (changed?.has(at) ?? true);
  return textOf(patched, inOrder(patched, "", isChanged), literals);
}

/** Returns the text like `quoteObject`, for a merge: the reference converts all maps of the patch. */
export function quoteMerged(
  patched: JsonObject,
  before: JsonObject,
  patch: JsonObject,
  literals?: NumberLiterals,
): string {
  const kept = new Set<object>();
  collectParts(before, kept);
  const through = new Set<string>();
  collectMaps(patch, "", through);
  const ordered = inOrder(patched, "", (value, at) => through.has(at) || !kept.has(value));
  return textOf(patched, ordered, literals);
}

function textOf(patched: JsonObject, ordered: Json, literals: NumberLiterals | undefined): string {
  if (literals === undefined) return stringify(ordered);
  carryLiterals(literals, patched, ordered);
  return textWithLiterals(ordered, literals);
}

function collectMaps(value: Json | undefined, at: string, places: Set<string>): void {
  if (!isJsonObject(value)) return;
  places.add(at);
  for (const name in value) {
    const member = value[name];
    if (isJsonObject(member)) collectMaps(member, `${at}/${escapeToken(name)}`, places);
  }
}

function collectParts(value: Json | undefined, parts: Set<object>): void {
  if (typeof value !== "object" || value === null) return;
  parts.add(value);
  for (const member of Object.values(value)) collectParts(member, parts);
}

function inOrder(value: Json, at: string, isChanged: (value: object, at: string) => boolean): Json {
  if (typeof value !== "object" || value === null || !isChanged(value, at)) return value;
  if (!isJsonObject(value)) return value.map((item, i) => inOrder(item, `${at}/${i}`, isChanged));
  const ordered: JsonObject = {};
  for (const name of Object.keys(value).sort(compareKeyBytes)) {
    const member = value[name] ?? null;
    // Most members of a large map are scalars: their places are not computed.
    const isScalar = typeof member !== "object" || member === null;
    const below = isScalar ? member : inOrder(member, `${at}/${escapeToken(name)}`, isChanged);
    setKey(ordered, name, below);
  }
  return ordered;
}

/** Returns a place and all places above it. */
export function placesOf(pointers: Iterable<string>): Set<string> {
  const places = new Set([""]);
  for (const pointer of pointers)
    for (let end = pointer.lastIndexOf("/"); end > 0; end = pointer.lastIndexOf("/", end - 1))
      places.add(pointer.slice(0, end));
  return places;
}
