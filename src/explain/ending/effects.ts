import type { Verdict } from "../../admission/verdict.ts";
import { isPatchOf } from "../../api/exchange/patch-media-types.ts";
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
const STAYS = "stays: an apply does not remove what another manager owns";
/** A longer value is not quoted. */
const LONGEST = 100;
/** More notes of one kind than these say little. */
const MOST_NOTES = 10;
/** Longer lists and patches are not looked at: the search takes the square of their length. */
const MOST_ITEMS = 200;

/** Notes on an update of a stored object whose effect is another one than what the client wrote. */
export function effectNotes(verdict: Verdict, { request, requestObject, trail }: RequestContext): string[] {
  const { operation, subresource, oldObject } = verdict.attributes;
  const now = verdict.validated ?? {};
  if (operation !== "UPDATE" || oldObject === null) return [];
  // The fields of another version have other names.
  if (record(trail?.patched).apiVersion !== oldObject.apiVersion) return [];
  if (isPatchOf("apply", request))
    return records(oldObject.metadata.managedFields)
      .flatMap(({ manager, fieldsV1 }) => {
        const { "f:status": status, ...others } = record(fieldsV1);
        const fields = subresource === "status" ? status && { "f:status": status } : others;
        return manager === request.query.get("fieldManager")
          ? []
          : notesOn(record(fields), [requestObject, oldObject, now], "", String(manager));
      })
      .slice(0, MOST_NOTES);
  const whole = isPatchOf("json", request)
    ? replaced(oldObject, now, trail)
    : isPatchOf("merge", request)
      ? replacedLists([oldObject, jsonIn(trail?.body), now], "")
      : [];
  const isAlone = isIdle(verdict) && verdict.changes.length === 0;
  return isAlone ? [...whole, ...removedInVain(oldObject, trail?.patched)] : whole;
}

/** Fields that a patch without any effect removes. Many are no removal, but a list that was replaced, without its defaults. */
function removedInVain(old: KubeObject, patched: Json | undefined): string[] {
  const removed = changedPaths(old, patched).filter(
    (path) => path[0] !== "metadata" && valueAt(patched, path) === undefined,
  );
  return (removed.length > MOST ? [] : removed).map((path) => {
    const twin = TWINS[path.at(-1) ?? ""] ?? "";
    const hasTwin = valueAt(patched, [...path.slice(0, -1), twin]) === valueAt(old, path);
    const from = hasTwin ? `from ${twin}, which has it, too` : "by its default or from before";
    return `${pointerOf(path)} is as it was: the request removes it, and the server sets it again ${from}`;
  });
}

/** Two names of one field of a pod. */
const TWINS: Readonly<Record<string, string>> = {
  serviceAccount: "serviceAccountName",
  serviceAccountName: "serviceAccount",
};

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
    if (isItem && objects.some((value) => Array.isArray(value) && value.length > MOST_ITEMS)) return [];
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
    const value = JSON.stringify(before);
    const was = `which "${manager}" had set${value.length > LONGEST ? "" : ` to ${value}`}`;
    return equal(sent, after) && !equal(after, before)
      ? [`the apply overwrites ${place}, ${was}: leave the field out if it is to stay`]
      : [];
  });
}

/** Entries of maps and lists that an `add` of a JSON patch removes, because it replaces the whole. */
function replaced(old: Json, now: Json, trail: RequestContext["trail"]): string[] {
  let object = old;
  const operations = records(jsonIn(trail?.body));
  return (operations.length > MOST_ITEMS ? [] : operations).flatMap((operation, index) => {
    const path = String(operation.path);
    const [before, after] = [object, now].map((one) => valueAt(one, path.split("/").slice(1)));
    object = attempt(() => applyJsonPatch(object, { operations: [operation], raw: false })) ?? object;
    if (operation.op !== "add" || /\/(?:-|\d+)$/.test(path)) return [];
    const kept = new Set([operation.value, after].flatMap(namesIn));
    const gone = namesIn(before).filter((name) => !kept.has(name));
    return gone.length === 0
      ? []
      : [
          `operation ${index} of the patch (add) replaces all of ${path}, so that ${fewOf(gone, MOST)} is gone: the path ${path}/${Array.isArray(before) ? "-" : "KEY"} adds one entry`,
        ];
  });
}

/** Named items that go with a list that a merge patch replaces. `objects`: the object before, the patch, and the object after. */
function replacedLists([old, patch, now]: readonly (Json | undefined)[], at: string): string[] {
  if (!Array.isArray(patch))
    return Object.entries(record(patch)).flatMap(([key, value]) =>
      replacedLists([record(old)[key], value, record(now)[key]], `${at}/${escapeToken(key)}`),
    );
  const kept = new Set([patch, now].flatMap(namesIn));
  const gone = Array.isArray(old) ? namesIn(old).filter((name) => !kept.has(name)) : [];
  const what = `the patch replaces all of ${at}, so that ${fewOf(gone, MOST)} is gone`;
  return gone.length === 0 ? [] : [`${what}: a merge patch has whole lists`];
}

/** Says that a field is not there because a merge patch has replaced its list; empty for other fields. */
export function replacedItem(
  path: Path,
  verdict: Verdict,
  context: Pick<RequestContext, "request" | "trail"> | undefined,
): string {
  const { oldObject } = verdict.attributes;
  const place = path.findLastIndex((part) => typeof part === "number");
  if (context === undefined || place < 0 || !isPatchOf("merge", context.request)) return "";
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
