import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import { fewOf } from "../../report/few-of.ts";
import type { Blame } from "../blame/field-writer.ts";

/** `Apply failed with 2 conflicts: conflicts with "one":` and lines with fields, or one manager and field in a line. */
export const isApplyConflict = (message: string): boolean => /^Apply failed with \d+ conflict/.test(message);

/** The fields of a conflict: `.spec.replicas`. They are after hyphens, each in a line or all in one. */
export const conflictFields = (message: string): string[] =>
  [...message.slice(0, LONGEST_MATCHED).matchAll(/(?:: |[\n ]- )(\.\S+)/g)].map(([, field = ""]) => field);

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
