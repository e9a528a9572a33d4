import type { Verdict } from "../../admission/verdict.ts";
import type { KubeObject } from "../../api/meta.ts";
import { equal } from "../../json/equal.ts";
import { escapeToken } from "../../json/pointer.ts";
import { type Json, type JsonObject, record, records } from "../../json/value.ts";
import { applyJsonPatch } from "../../patch/apply.ts";
import { attempt } from "../../report/attempt.ts";
import { fewOf } from "../../report/few-of.ts";
import type { RequestContext } from "../../server/request-context.ts";
import { isIdle } from "../blame/lost-changes.ts";
import { changedPaths } from "../changed-paths.ts";
import { type Path, pointerOf, valueAt } from "../sources.ts";
import { isSameKey } from "./kept-items.ts";
import { jsonIn } from "./patch-place.ts";

const MOST = 3;
const STAYS = "stays: an apply removes only what its own manager applied before";

/** Notes on an update of a stored object whose effect is another one than what the client wrote. */
export function effectNotes(verdict: Verdict, { request, requestObject, trail }: RequestContext): string[] {
  const { operation, oldObject } = verdict.attributes;
  if (operation !== "UPDATE" || oldObject === null) return [];
  const type = String(request.headers["content-type"]);
  if (type.startsWith("application/apply-patch"))
    return records(oldObject.metadata.managedFields).flatMap(({ manager, fieldsV1 }) =>
      manager === request.query.get("fieldManager")
        ? []
        : notesOn(record(fieldsV1), [requestObject, oldObject, verdict.validated ?? {}], "", String(manager)),
    );
  const whole = type.startsWith("application/json-patch")
    ? replaced(oldObject, trail)
    : isMerge(request)
      ? replacedLists(oldObject, jsonIn(trail?.body), "")
      : [];
  const isAlone = isIdle(verdict) && verdict.changes.length === 0;
  return isAlone ? [...whole, ...removedInVain(oldObject, trail?.patched)] : whole;
}

/** Fields that a patch without any effect removes. */
const removedInVain = (old: KubeObject, patched: Json | undefined): string[] =>
  (record(patched).apiVersion === old.apiVersion ? changedPaths(old, patched) : [])
    .filter((path) => path[0] !== "metadata" && valueAt(patched, path) === undefined)
    .map((path) => {
      const [value, around] = [valueAt(old, path), record(valueAt(patched, path.slice(0, -1)))];
      const twin = Object.keys(around).find((key) => typeof value === "string" && around[key] === value);
      const from = twin === undefined ? "by its default or from before" : `from ${twin}, which has it, too`;
      return `${pointerOf(path)} is as it was: the request removes it, and the server sets it again ${from}`;
    });

/**
 * Fields of another manager that an apply overwrites, and items of its lists that it leaves. `fields` is a tree of FieldsV1:
 * `f:name` for members, and `k:{"name":"a"}` for items. `objects`: what is applied, and the object before and after.
 */
function notesOn(
  fields: JsonObject,
  objects: readonly (Json | undefined)[],
  at: string,
  manager: string,
): string[] {
  return Object.entries(fields).flatMap(([element, below]): string[] => {
    const [name, isItem] = [element.slice(2), element.startsWith("k:")];
    const keys = Object.entries(record(attempt((): Json => (isItem ? JSON.parse(name) : null))));
    const parts = objects.map((value) =>
      isItem
        ? records(value).find((item) => keys.every(([key, one]) => isSameKey(item[key], one)))
        : record(value)[name],
    );
    const [[sent, before, after], place] = [parts, isItem ? `${at}[${name}]` : `${at}.${name}`];
    if (sent !== undefined && Object.keys(record(below)).length > 0)
      return notesOn(record(below), parts, place, manager);
    if (before === undefined || after === undefined) return [];
    if (sent === undefined)
      return isItem && Array.isArray(objects[0]) ? [`${place} of "${manager}" ${STAYS}`] : [];
    const was = `which "${manager}" had set to ${JSON.stringify(before)}`;
    return equal(sent, after) && !equal(after, before)
      ? [`the apply overwrites ${place}, ${was}: leave the field out if it is to stay`]
      : [];
  });
}

/** Entries of maps and lists that an `add` of a JSON patch removes, because it replaces the whole. */
function replaced(old: Json, trail: RequestContext["trail"]): string[] {
  let object = old;
  return records(jsonIn(trail?.body)).flatMap((operation, index) => {
    const path = String(operation.path);
    const [before, after] = [object, trail?.patched].map((one) => valueAt(one, path.split("/").slice(1)));
    object = attempt(() => applyJsonPatch(object, { operations: [operation], raw: false })) ?? object;
    const gone = namesIn(before).filter((name) => !namesIn(after).includes(name));
    return operation.op !== "add" || /\/(?:-|\d+)$/.test(path) || gone.length === 0
      ? []
      : [
          `operation ${index} of the patch (add) replaces all of ${path}, so that ${fewOf(gone, MOST)} is gone: the path ${path}/${Array.isArray(before) ? "-" : "KEY"} adds one entry`,
        ];
  });
}

const isMerge = ({ headers }: RequestContext["request"]): boolean =>
  String(headers["content-type"]).startsWith("application/merge-patch");

/** Named items that go with a list that a merge patch replaces. */
function replacedLists(old: Json | undefined, patch: Json | undefined, at: string): string[] {
  if (!Array.isArray(patch))
    return Object.entries(record(patch)).flatMap(([key, value]) =>
      replacedLists(record(old)[key], value, `${at}/${escapeToken(key)}`),
    );
  const kept = new Set(namesIn(patch));
  const gone = Array.isArray(old) ? namesIn(old).filter((name) => !kept.has(name)) : [];
  return gone.length === 0
    ? []
    : [
        `the patch replaces all of ${at}, so that ${fewOf(gone, MOST)} is gone: a merge patch has whole lists`,
      ];
}

/** Says that a field is not there because a merge patch has replaced its list; empty for other fields. */
export function replacedItem(
  path: Path,
  verdict: Verdict,
  context: Pick<RequestContext, "request" | "trail"> | undefined,
): string {
  const { oldObject } = verdict.attributes;
  const place = path.findLastIndex((part) => typeof part === "number");
  if (context === undefined || place < 0 || !isMerge(context.request)) return "";
  const own = jsonIn(context.trail?.body);
  const { name } = record(valueAt(own, path.slice(0, place + 1)));
  const before = records(valueAt(oldObject ?? null, path.slice(0, place)) ?? []).find(
    (one) => one.name === name,
  );
  if (name === undefined || valueAt(before ?? null, path.slice(place + 1)) === undefined) return "";
  return `; a merge patch replaces whole lists, so that "${String(name)}" has only what the patch says: write the whole item (a strategic patch of a built-in kind merges items by name)`;
}

const namesIn = (value: Json | undefined): string[] =>
  Array.isArray(value)
    ? records(value).flatMap(({ name }) => (typeof name === "string" ? [name] : []))
    : Object.keys(record(value));
