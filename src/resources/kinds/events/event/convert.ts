import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, type JsonObject } from "../../../../json/value.ts";
import { decodeTyped } from "../../../../types/decode/decode.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import type { Converter } from "../../../define/converter.ts";

/**
 * Names of fields in core/v1 by their names in events.k8s.io/v1; fields that are absent here have the same
 * names.
 */
const STORED_NAMES: ReadonlyMap<string, string> = new Map([
  ["regarding", "involvedObject"],
  ["note", "message"],
  ["deprecatedSource", "source"],
  ["deprecatedFirstTimestamp", "firstTimestamp"],
  ["deprecatedLastTimestamp", "lastTimestamp"],
  ["deprecatedCount", "count"],
  ["reportingController", "reportingComponent"],
]);
const SERVED_NAMES: ReadonlyMap<string, string> = new Map(
  [...STORED_NAMES].map(([served, stored]) => [stored, served]),
);

/** Converts between events.k8s.io/v1 Event and core/v1 Event, which have the same fields under different names. */
export const eventConverter: Converter = {
  toHub: (event) => rename(event, STORED_NAMES, "v1", "core/v1.Event"),
  fromHub: (event) => rename(event, SERVED_NAMES, "events.k8s.io/v1", "events/v1.Event"),
};

function rename(
  event: KubeObject,
  names: ReadonlyMap<string, string>,
  apiVersion: string,
  type: string,
): KubeObject {
  const renamed: JsonObject = {};
  for (const name of Object.keys(event)) renamed[names.get(name) ?? name] = event[name];
  renamed.apiVersion = apiVersion;
  // The versions differ in the empty fields that are printed. The decoder adds them, and must not change the
  // original.
  if (isJsonObject(renamed.series)) renamed.series = { ...renamed.series };
  return decodeTyped(renamed, builtinShape(type)) as KubeObject;
}
