import { given } from "../../api/object/emptied.ts";
import { oncePerObject } from "../../async/once.ts";
import { remembered } from "../../async/remembered.ts";
import { setKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";

/**
 * Fields of an internal type, or undefined for an unknown type. The reference quotes objects in errors with
 * the names of its internal types and every field in the order of declaration; absent fields are null or
 * zero. A type is written as its fields, separated by blanks: `Name:kind`, or `DNSPolicy=dnsPolicy:kind` if
 * the wire name is not the Go name with a small first letter. Kinds: `s` text, `i` number, `b` boolean, `q`
 * quantity, `%` a map, printed in the order of its keys, `?` any other value or null; `T` a struct, `*T` a
 * pointer to a struct, `[]T` a list. `@selector` is a LabelSelector and `@metadata` an embedded ObjectMeta:
 * both are printed as on the wire.
 */
export type GoTypes = (type: string) => string | undefined;

type FieldWriter = (from: JsonObject, to: JsonObject) => void;

/** Returns the internal form of a decoded object. Throws for an unknown type. */
export function goForm(types: GoTypes, type: string, value: object): JsonObject {
  const from = value as JsonObject;
  const to: JsonObject = {};
  for (const write of writersOf(types)(type)) write(from, to);
  return to;
}

/** Types of one table. There are about a thousand in all tables. */
const MOST_TYPES = { entries: 10_000 };

const writersOf = oncePerObject((types: GoTypes) =>
  remembered((type): readonly FieldWriter[] => {
    const text = types(type);
    if (text === undefined) throw new Error(`no internal form of ${type}`);
    return text.split(" ").map((field) => fieldWriter(types, field));
  }, MOST_TYPES),
);

type SpecialForm = (value: Json | undefined) => Json;

const SPECIAL: Readonly<Record<string, SpecialForm>> = {
  "%": (value) => sortedMap(value),
  "@selector": (value) => selectorForm(value),
};

const ZEROS: Readonly<Record<string, Json>> = { s: "", i: 0, b: false, q: "0", "?": null };

function fieldWriter(types: GoTypes, field: string): FieldWriter {
  if (field === "@metadata") return (from, to) => Object.assign(to, metadataForm(from.metadata));
  const [names = "", kind = ""] = field.split(":");
  const [name = "", wireName = name.charAt(0).toLowerCase() + name.slice(1)] = names.split("=");
  const special = SPECIAL[kind];
  if (special !== undefined) return (from, to) => setKey(to, name, special(given(from, wireName)));
  const zero = ZEROS[kind];
  if (zero !== undefined) return (from, to) => setKey(to, name, given(from, wireName) ?? zero);
  const type = kind.replace(/^(\*|\[\])/, "");
  if (kind.startsWith("[]"))
    return (from, to) => setKey(to, name, listForm(types, type, given(from, wireName)));
  return (from, to) => {
    const value = from[wireName];
    const absent = value === undefined || value === null;
    setKey(
      to,
      name,
      absent && kind.startsWith("*") ? null : goForm(types, type, absent ? {} : (value as JsonObject)),
    );
  };
}

function listForm(types: GoTypes, type: string, list: Json | undefined): Json {
  return Array.isArray(list) ? list.map((item) => goForm(types, type, item as JsonObject)) : null;
}

/** Returns a map sorted by key; null if it is absent. */
function sortedMap(value: Json | undefined): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const sorted: JsonObject = {};
  for (const key of Object.keys(value).sort()) setKey(sorted, key, value[key]);
  return sorted;
}

function selectorForm(value: Json | undefined): Json {
  if (!isJsonObject(value)) return null;
  const { matchLabels, matchExpressions } = value;
  return {
    ...(matchLabels === undefined ? {} : { matchLabels: sortedMap(matchLabels) }),
    ...(Array.isArray(matchExpressions) ? { matchExpressions: matchExpressions.map(requirementForm) } : {}),
  };
}

const requirementForm = (value: Json): Json =>
  isJsonObject(value) ? { key: value.key ?? "", operator: value.operator ?? "", ...value } : value;

/** Returns metadata as on the wire, with sorted maps. */
function metadataForm(value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) return {};
  const { labels, annotations } = value;
  return {
    ...value,
    ...(labels === undefined ? {} : { labels: sortedMap(labels) }),
    ...(annotations === undefined ? {} : { annotations: sortedMap(annotations) }),
  };
}
