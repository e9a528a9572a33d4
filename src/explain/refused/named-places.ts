import type { ObjectChange } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { type Json, record, text } from "../../json/value.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import { type Path, pointerOf, type Sources, valueAt } from "../sources.ts";
import { pathsIn, quotedValues } from "./told-paths.ts";
import { readWords } from "./told-words.ts";

/** Shorter names are in many texts by chance. */
const SHORTEST = 4;

/**
 * Says which annotation, label or field of the object, and which other object of its kind, the text of a refusal names;
 * empty if it names none.
 */
export function namedPlaces(
  refusal: string,
  object: KubeObject | null | undefined,
  sources: Sources,
  changes: readonly ObjectChange[] = [],
): string {
  if (object === null || object === undefined) return "";
  const told = refusal.slice(0, LONGEST_MATCHED);
  const { name = "" } = object.metadata ?? {};
  const kind = text(object.kind);
  const words = readWords(told);
  const isThere = words.fields.some((path) => valueAt(object, path) !== undefined);
  const absent = isThere
    ? undefined
    : words.fields.find((path) => path.length > 1 && isPart(valueAt(object, path.slice(0, -1))));
  const seen = { ...object };
  const [own] = absent === undefined ? [...pathsIn(seen, words, true), ...quotedValues(seen, words)] : [];
  const other = (sources.names?.(kind) ?? []).find((one) => {
    const { namespace } = record(sources.find(kind, one)?.object.metadata);
    const all = told.split(/[\s"',;()]+/);
    return (
      one.length >= SHORTEST &&
      one !== name &&
      (all.includes(one) || all.includes(`${text(namespace)}/${one}`))
    );
  });
  const place = other === undefined ? undefined : sources.find(kind, other)?.line(["metadata"]);
  return [
    ...(own === undefined ? [] : [`it names ${pointerOf(own)} of the object`]),
    ...(absent === undefined ? [] : [absentText(absent, changes)]),
    ...(place === undefined ? [] : [`${kind} ${other} is at ${place}`]),
  ].join("; ");
}

const isPart = (value: Json | undefined): boolean => typeof value === "object" && value !== null;

/** A field that the object does not have, and what removed it. */
function absentText(path: Path, changes: readonly ObjectChange[]): string {
  const removed = changes.find(
    ({ before, after }) =>
      valueAt(before ?? undefined, path) !== undefined && valueAt(after, path) === undefined,
  );
  const field = pointerOf(path);
  if (removed === undefined || removed.kind === "plugin")
    return `it names ${field}, which the object does not have`;
  const who = removed.kind === "webhook" ? `webhook ${removed.hook.name}` : `policy ${removed.policy.name}`;
  return `it names ${field}, which ${who} removed`;
}
