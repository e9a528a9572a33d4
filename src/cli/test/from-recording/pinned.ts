import { setKey } from "../../../json/object.ts";
import { unescapeToken } from "../../../json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import { diffJson } from "../../../patch/diff.ts";
import type { Result } from "../../../testing/result.ts";

/**
 * Returns the expectations of a suite that this result fulfils: the component that decided, its message, the
 * webhooks and policies that were called, and their changes.
 */
export function pinned(result: Result, isGenerated: boolean): JsonObject {
  const asked = [...new Set([...result.webhooksCalled, ...result.policiesAsked])];
  const attempts = Object.keys(result.webhooksFailed);
  const isAsked = asked.length + attempts.length > 0 || result.deniedBy.length > 0;
  return {
    allowed: result.allowed,
    ...(!result.allowed && refusal(result, isGenerated)),
    ...(asked.length > 0 ? { called: asked } : !isAsked && { notMatched: true }),
    ...(result.warnings.length > 0 && { warnings: [...result.warnings] }),
    ...patches(result),
    ...(result.allowed && changed(result)),
  };
}

/** A generated name differs each time, and messages contain it. */
function refusal({ deniedBy, status, reason, message }: Result, isGenerated: boolean): JsonObject {
  const [by] = deniedBy;
  return {
    ...(by !== undefined && { by }),
    code: status,
    ...(reason !== "" && { reason }),
    ...(message !== "" && !isGenerated && { message }),
  };
}

function patches(result: Result): JsonObject {
  const made = result.webhooksCalled
    .map((name): [string, JsonObject[]] => [name, result.patchOf(name).map((one) => ({ ...one }))])
    .filter(([, operations]) => operations.length > 0);
  return made.length === 0 ? {} : { patch: Object.fromEntries(made) };
}

/** The parts of the object that policies changed, as they are in the end. */
function changed({ verdicts, body }: Result): JsonObject {
  const expected: JsonObject = {};
  for (const { policies } of verdicts)
    for (const { objects } of policies.flatMap(({ checks }) => checks))
      if (objects !== undefined)
        for (const { path } of diffJson(objects.before, objects.after))
          copyAt(body, expected, path.split("/").slice(1).map(unescapeToken));
  return Object.keys(expected).length === 0 ? {} : { object: expected };
}

/** Lists are compared as a whole. */
function copyAt(from: JsonObject, to: JsonObject, [key = "", ...rest]: readonly string[]): void {
  const value: Json | undefined = from[key];
  if (value === undefined) return;
  if (rest.length === 0 || !isJsonObject(value)) {
    setKey(to, key, value);
    return;
  }
  const inner = to[key];
  const copy: JsonObject = isJsonObject(inner) ? inner : {};
  setKey(to, key, copy);
  copyAt(value, copy, rest);
}
