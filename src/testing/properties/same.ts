import { equal } from "../../json/equal.ts";
import { isJsonObject, type Json } from "../../json/value.ts";

/** Lists whose order is relevant. In other lists of objects it is not: containers, volumes, tolerations. */
const ORDERED: ReadonlySet<string> = new Set([
  "initContainers",
  "rules",
  "webhooks",
  "validations",
  "mutations",
]);
const UNORDERED_TEXTS: ReadonlySet<string> = new Set(["finalizers"]);

/** Returns true if two objects have the same meaning. */
export const same = (a: Json, b: Json): boolean => equal(normal(a, ""), normal(b, ""));

function normal(value: Json, field: string): Json {
  if (Array.isArray(value)) return normalList(value, field);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normal(item ?? null, key)]));
}

function normalList(list: readonly Json[], field: string): Json[] {
  const items = list.map((item) => normal(item, ""));
  const sortable = items.every(isJsonObject) ? !ORDERED.has(field) : UNORDERED_TEXTS.has(field);
  if (!sortable) return items;
  return items
    .map((item) => ({ item, text: stable(item) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ item }) => item);
}

const stable = (value: Json): string =>
  JSON.stringify(value, (_key, item: Json) =>
    isJsonObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
