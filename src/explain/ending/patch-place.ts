import { type Json, record } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import { nearest } from "../near.ts";
import { appliedPath } from "../refused/applied-path.ts";
import { placeInMerged } from "../refused/place-in-body.ts";
import { printedItems } from "../refused/printed-items.ts";
import { type Path, valueAt } from "../sources.ts";
import type { Refusal } from "./refusal.ts";
import { unknownField } from "./unknown-fields.ts";

/** A place in the body of a patch or an apply, and the word that was probably meant there; empty if none is similar. */
interface PatchPlace {
  readonly at: Path;
  readonly fix: string;
}

/** The content of a body; null if there is none, or it is no JSON. */
export const jsonIn = (body: Uint8Array | undefined): Json =>
  attempt(() => body && JSON.parse(Buffer.from(body).toString())) ?? null;

const NOWHERE: PatchPlace = { at: [], fix: "" };

/** Returns the place of an error of the server that quotes a part of the body, or names it by its types. */
export function placeInPatch({ answer, context, object, world }: Refusal): PatchPlace {
  const message = answer.message.slice(0, LONGEST_MATCHED);
  if (message.includes("map: map[")) return placeOfEntry(context?.trail?.unapplied?.patch, message);
  const { group = "", version = "", resource = "" } = context?.info ?? {};
  const found = world.registry.find(group, version, resource);
  const applied = object ?? context?.requestObject ?? null;
  const [, field] = /(?<!\S)\.(\S+): field not declared in schema/.exec(message) ?? [];
  if (field === undefined) return { at: placeInMerged(message, applied, found?.kind.shape), fix: "" };
  const { path, near } = unknownField(field, found);
  return { at: appliedPath(applied, `.${field}`) ?? path, fix: near };
}

/** Returns the place of the entry of a strategic merge patch that an error quotes: the key that it lacks, or its `$patch`. */
function placeOfEntry(body: Uint8Array | undefined, error: string): PatchPlace {
  const patch = jsonIn(body);
  const [, lacking] = / does not contain declared merge key: (\w+)$/.exec(error) ?? [];
  const [at] = attempt(() => printedItems(patch, error, lacking ?? "")) ?? [];
  if (at === undefined) return NOWHERE;
  const entry = record(valueAt(patch, at) ?? null);
  const directive = entry[DIRECTIVE];
  if (lacking === undefined && directive !== undefined)
    return { at: [...at, DIRECTIVE], fix: nearest(String(directive), DIRECTIVES) ?? "" };
  const near = lacking && nearest(lacking, Object.keys(entry));
  return near === undefined || lacking === undefined ? { at, fix: "" } : { at: [...at, near], fix: lacking };
}

const DIRECTIVE = "$patch";
const DIRECTIVES = ["delete", "merge", "replace"];

/** Returns the place of a member of a JSON patch that is no text, from the error of its decoder. */
export function placeInOperations(message: string, body: Uint8Array | undefined): Path {
  const [, member] = /into Go struct field jsonPatchOp\.(op|path|from) of type string/.exec(message) ?? [];
  const patch = member === undefined ? null : jsonIn(body);
  if (member === undefined || !Array.isArray(patch)) return [];
  const isWrong = (value: Json | undefined): boolean =>
    value !== undefined && value !== null && typeof value !== "string";
  const index = patch.findIndex((operation) => isWrong(record(operation)[member]));
  return index < 0 ? [] : [index, member];
}
