import { isJsonObject, type Json } from "../../src/json/value.ts";
import type { Answer, Difference } from "./case.ts";

/** A difference, with the two responses. */
export interface Finding {
  readonly expected: Answer;
  readonly got: Answer | undefined;
  readonly differences: readonly Difference[];
}

/** The steps whose answers differ, in their order. */
export function findingsIn(
  expected: readonly Answer[],
  got: readonly Answer[],
  differences: readonly Difference[],
): Finding[] {
  return expected.flatMap((answer, i) => {
    const own = differences.filter(({ step }) => step === answer.step);
    return own.length === 0 ? [] : [{ expected: answer, got: got[i], differences: own }];
  });
}

/** Two findings of one signature have, most likely, one cause. Names, numbers and indexes are left out. */
export function signatureOf({ expected, got, differences }: Finding): string {
  const causes = causesSignature(expected.body, got?.body);
  if (causes !== undefined) return causes;
  const telling =
    differences.find(({ path }) => path === "/body/message" || path === "/stderr") ??
    differences.find(({ path }) => path !== "/status" && !path.startsWith("/body/code")) ??
    differences[0];
  if (telling === undefined) return "";
  if (telling.path.endsWith(" (order)")) return pathShape(telling.path);
  const [wanted, found] = fromWhereTheyDiffer(telling.expected, telling.got);
  return `${pathShape(telling.path)}: ${shape(wanted)} -> ${shape(found)}`;
}

/** In long texts, the part around the first difference. */
export function fromWhereTheyDiffer(
  a: Json | undefined,
  b: Json | undefined,
): [Json | undefined, Json | undefined] {
  if (typeof a !== "string" || typeof b !== "string") return [a, b];
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const start = Math.max(0, i - 60);
  return [a.slice(start, i + 200), b.slice(start, i + 200)];
}

function causesSignature(expected: Json | undefined, got: Json | undefined): string | undefined {
  const [wanted, found] = [causesOf(expected), causesOf(got)];
  if (wanted === undefined && found === undefined) return undefined;
  const missing = (wanted ?? []).find((cause) => !(found ?? []).includes(cause));
  const extra = (found ?? []).find((cause) => !(wanted ?? []).includes(cause));
  if (missing === undefined && extra === undefined) return undefined;
  return `cause ${missing ?? "none"} -> ${extra ?? "none"}`;
}

function causesOf(body: Json | undefined): string[] | undefined {
  if (!isJsonObject(body) || !isJsonObject(body.details) || !Array.isArray(body.details.causes))
    return undefined;
  return body.details.causes.map((cause) =>
    isJsonObject(cause) ? `${lastParts(pathShape(String(cause.field ?? "")))}: ${shape(cause.message)}` : "",
  );
}

/** A pod's fields are found in many kinds. */
const lastParts = (field: string): string => field.split(".").slice(-3).join(".");

const pathShape = (path: string): string => path.replace(/\[[^\]]*\]/g, "[]").replace(/\/\d+(?=\/|$)/g, "/#");

const MOST = 160;

function shape(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "string")
    return Array.isArray(value) ? "list" : typeof value === "object" ? "object" : String(value);
  return value
    .replace(/\b(ns-|n-)?i[0-9a-z]{6}\b/g, "{{id}}")
    .replace(/^\S+ "[^"]*" is invalid: /, "")
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/\((\w+\.)+\w+\)/g, "(…)")
    .replace(/handled as a \w+/, "handled as a …")
    .replace(/\[[^\]]*\]/g, "[]")
    .replace(/\d+/g, "#")
    .slice(0, MOST);
}
