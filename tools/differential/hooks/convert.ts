import { clone } from "../../../src/json/object.ts";
import { readPointer } from "../../../src/json/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import type { Converts } from "../case.ts";
import { applyEdit } from "../edit.ts";

/** The answer to a ConversionReview: each object in the requested version, with the moves of that conversion. */
export function convertedReview(review: Json, converts: Converts): string {
  const { apiVersion = "", request } = review as JsonObject;
  const { uid = "", desiredAPIVersion, objects } = request as JsonObject;
  const wanted = String(desiredAPIVersion);
  const moves = converts[wanted.split("/")[1] ?? ""] ?? [];
  const convertedObjects = (objects as Json[]).map((object) => converted(object, wanted, moves));
  const response = { uid, result: { status: "Success" }, convertedObjects };
  return JSON.stringify({ apiVersion, kind: "ConversionReview", response });
}

function converted(object: Json, apiVersion: string, moves: Converts[string]): Json {
  const made = clone(object);
  if (!isJsonObject(made)) return made;
  made.apiVersion = apiVersion;
  for (const [from, to, set] of moves) {
    const value = set ?? (from === "" ? undefined : readPointer(made, from));
    if (value === undefined) continue;
    if (from !== "") applyEdit(made, { at: from });
    if (to !== "") applyEdit(made, { at: to, set: value });
  }
  return made;
}
