import type { ObjectChange } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { type Json, record, text } from "../../json/value.ts";
import { LONGEST_MATCHED } from "../../report/bounded-text.ts";
import { type Path, pointerOf, type Sources, valueAt } from "../sources.ts";

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
  const { annotations = {}, labels = {}, name = "" } = object.metadata ?? {};
  const kind = text(object.kind);
  const keys = Object.entries({ annotations, labels }).flatMap(([list, all]) =>
    Object.keys(all)
      .filter((key) => key.includes("/") && told.includes(key))
      .map((key) => ["metadata", list, key]),
  );
  const fields = [...told.matchAll(/\b(?:spec|data)(?:\.\w+|\[\d+\])+/g)].map(([field]) =>
    field.split(/[.[\]]+/).filter((part) => part !== ""),
  );
  const own = [...keys, ...fields].find((path) => valueAt(object, path) !== undefined);
  const absent =
    own === undefined ? fields.find((path) => isPart(valueAt(object, path.slice(0, -1)))) : undefined;
  const other = (sources.names?.(kind) ?? []).find((one) => {
    const { namespace } = record(sources.find(kind, one)?.object.metadata);
    const words = told.split(/[\s"',;()]+/);
    return (
      one.length >= SHORTEST &&
      one !== name &&
      (words.includes(one) || words.includes(`${text(namespace)}/${one}`))
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
