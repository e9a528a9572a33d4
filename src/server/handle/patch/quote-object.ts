import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { compareKeyBytes } from "../../../json/key-order.ts";
import { carryLiterals, type NumberLiterals, textWithLiterals } from "../../../json/number-literals.ts";
import { setKey } from "../../../json/object.ts";
import { escapeToken } from "../../../json/pointer.ts";
import { stringify } from "../../../json/stringify.ts";

/**
 * A patched object as refusals quote it. The reference's patch went through maps where it changed something: their names
 * are sorted. The parts of `before` that it left alone are written as they were; `changed` are the places (JSON pointers)
 * that it went through, absent: all that is new.
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

/** As `quoteObject`, of a merge: the reference's went through all maps that the patch has. */
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
    // Of very many members most are scalars: their places are not asked for.
    const isScalar = typeof member !== "object" || member === null;
    const below = isScalar ? member : inOrder(member, `${at}/${escapeToken(name)}`, isChanged);
    setKey(ordered, name, below);
  }
  return ordered;
}

/** A place and all that lies above it. */
export function placesOf(pointers: Iterable<string>): Set<string> {
  const places = new Set([""]);
  for (const pointer of pointers)
    for (let end = pointer.lastIndexOf("/"); end > 0; end = pointer.lastIndexOf("/", end - 1))
      places.add(pointer.slice(0, end));
  return places;
}
