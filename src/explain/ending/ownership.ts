import { type Json, record } from "../../json/value.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import { fewOf } from "../../report/few-of.ts";
import type { Blame } from "../blame/field-writer.ts";
import { type Path, valueAt } from "../sources.ts";

/** `Apply failed with 2 conflicts: conflicts with "one":` and lines with fields, or one manager and field in a line. */
export const isApplyConflict = (message: string): boolean => /^Apply failed with \d+ conflict/.test(message);

/** The fields of a conflict: `.spec.replicas`. They are after hyphens, each in a line or all in one. */
export const conflictFields = (message: string): string[] =>
  [...message.slice(0, LONGEST_MATCHED).matchAll(/(?:: |[\n ]- )(\.\S+)/g)].map(([, field = ""]) => field);

/**
 * The path of a field of server-side apply, in which keys are as in the object, also with dots, and items of lists have their keys:
 * `.data.tls.crt`, `.webhooks[name="a"].rules`. Undefined if the object does not have it.
 */
export function appliedPath(value: Json | undefined, field: string): Path | undefined {
  if (field === "") return value === undefined ? undefined : [];
  const [item] = Array.isArray(value) ? (/^\[[^\]]*\]/.exec(field) ?? []) : [];
  const [part] = item === undefined ? keysOf(value, field) : itemsOf(value, item);
  if (part === undefined) return undefined;
  const rest = appliedPath(valueAt(value, [part]), field.slice(item?.length ?? String(part).length + 1));
  return rest && [part, ...rest];
}

/** The members with which a field may begin, the longest first. */
const keysOf = (value: Json | undefined, field: string): string[] =>
  Object.keys(record(value))
    .filter((key) => field.startsWith(`.${key}`) && /^(?:[.[]|$)/.test(field.slice(key.length + 1)))
    .sort((a, b) => b.length - a.length);

/** The items with all keys of `[name="a"]`, or with the value of `[="a"]`. */
const itemsOf = (value: Json | undefined, item: string): number[] => {
  const keys = [...item.matchAll(/[[,](\w*)=("[^"]*"|[^,\]]+)/g)];
  return Array.isArray(value) && keys.length > 0
    ? [...value.keys()].filter((index) =>
        keys.every(([, key = "", wanted]) => {
          const one = value[index];
          return JSON.stringify(key === "" ? one : record(one)[key]) === wanted;
        }),
      )
    : [];
};

/** Says who owns the fields of a conflict: `"one" owns .spec.a, .spec.b; "two" owns .spec.c`. */
export function ownersIn(message: string): string {
  const owners: { manager: string; fields: string[] }[] = [];
  for (const line of message.split("\n")) {
    const [, manager, only = ""] = /conflicts? with ("[^"]*")[^:]*(?:: (.+))?/.exec(line) ?? [];
    if (manager !== undefined) owners.push({ manager, fields: only === "" ? [] : [only] });
    else owners.at(-1)?.fields.push(line.replace(/^- /, ""));
  }
  return owners.map(({ manager, fields }) => `${manager} owns ${shortened(fields)}`).join("; ");
}

const MOST = 4;

const shortened = (fields: readonly string[]): string => fewOf(fields, MOST);

/**
 * After an update whose result is invalid: the fields near the invalid one that other managers wrote before, beside the
 * part that this client wrote. Empty if there are none.
 */
export function keptByOthers(field: string, blame: Blame | undefined): string {
  const [first, second] = partsOf(field);
  const prefix = `/${first}/${second}/`;
  const near =
    second === undefined ? [] : (blame?.fields ?? []).filter(({ path }) => path.startsWith(prefix));
  if (!near.some(({ by }) => by.kind === "client")) return "";
  return byWriter(near.filter(({ by }) => by.kind === "before" && by.name !== ""))
    .map(([name, paths]) => `"${name}" wrote ${shortened(paths)}, which this request left as it was`)
    .join("; ");
}

/** The webhooks and policies that wrote at or below a field: `a.example.com changed /spec/x`. Empty if there are none. */
export function hooksNear(field: string, blame: Blame | undefined): string {
  const prefix = partsOf(field)
    .map((part) => `/${part}`)
    .join("");
  const isBelow = (path: string): boolean => path === prefix || path.startsWith(`${prefix}/`);
  const near = (blame?.fields ?? []).filter(
    ({ path, by }) => (by.kind === "webhook" || by.kind === "policy") && isBelow(path),
  );
  return byWriter(near)
    .map(([name, paths]) => `${name} changed ${shortened(paths)}`)
    .join(", ");
}

const partsOf = (field: string): string[] => field.split(/[.[\]]+/).filter((part) => part !== "");

function byWriter(fields: Blame["fields"]): [name: string, paths: string[]][] {
  const writers = new Map<string, string[]>();
  for (const { path, by } of fields) writers.set(by.name, [...(writers.get(by.name) ?? []), path]);
  return [...writers];
}
