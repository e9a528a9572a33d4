import { groupOf } from "../../api/group-version.ts";
import { type Json, type JsonObject, record } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import type { Cause } from "../cause.ts";
import type { Manifest } from "../offline/manifests.ts";
import { definitionHint } from "../refused/definition-hints.ts";
import { fieldPath } from "../refused/field-path.ts";
import { nearestPath, valueAt } from "../sources.ts";
import { type FieldError, type Invalid, invalidIn } from "./server/field-errors.ts";

/**
 * Adds to a cause that is an invalid object the place of its first field in the manifest of this object, and whether the manifest has
 * the value that the server refused: if not, it was written later.
 */
export function withSentValue(cause: Cause, message: string, manifests: readonly Manifest[]): Cause {
  const invalid = cause.code === "refused" ? invalidIn(message) : undefined;
  const [sent, ...others] = invalid ? manifests.filter(({ object }) => isSame(object, invalid)) : [];
  const [error] = invalid?.errors ?? [];
  if (sent === undefined || others.length > 0 || error === undefined) return cause;
  const path = fieldPath(error.field, sent.object);
  const says = otherValue(error, valueAt(sent.object, path));
  const hint = definitionHint(message, path, sent.object);
  return {
    ...cause,
    ...(hint !== "" && { advice: hint }),
    ...(cause.at === "" && { at: sent.line(nearestPath(sent.object, path)) }),
    ...(says !== "" && { message: `${cause.message}; ${says}` }),
  };
}

/** An empty group is the core group, or that of a text without groups. */
const isSame = (object: JsonObject, { kind, group, name }: Invalid): boolean =>
  object.kind === kind &&
  name !== "" &&
  record(object.metadata).name === name &&
  (group === "" || groupOf(object) === group);

/** Problems that are about a value. */
const OF_VALUE = /^(?:Invalid|Unsupported) value$/;

/** The statement that the manifest has another value than the refused one; empty if it has the same, or it cannot be compared. */
function otherValue({ problem, value, field }: FieldError, sent: Json | undefined): string {
  const refused = readValue(value);
  if (!OF_VALUE.test(problem) || refused === "" || typeof refused === "object") return "";
  const written =
    "so that a default, a webhook, a policy or an earlier state of the object has the refused value: sallyport explain --blame names the writer of each field";
  if (sent === undefined) return `the manifest has no ${field}, ${written}`;
  return String(sent) === String(refused) || !isPlain(sent) || !isPlain(refused)
    ? ""
    : `the manifest has another value there, ${written}`;
}

function readValue(printed: string): Json {
  const value = attempt((): Json => JSON.parse(printed));
  return value === undefined ? printed : value;
}

/** False for objects, and for amounts, durations and times, which the server may print in another way than they were written. */
const isPlain = (value: Json): boolean =>
  typeof value !== "object" && (Number.isInteger(value) || !/^-?\d/.test(String(value)));
