import type { KubeObject } from "../../../../api/meta.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { decodeTyped } from "../../../../types/decode/decode.ts";
import { withFieldNames } from "../../../../types/decode/loose-names.ts";
import { builtinShape } from "../../../../types/notation/shapes.ts";
import { part } from "../../../define/fill.ts";

const PREFIX = "autoscaling.alpha.kubernetes.io/";

/** Annotation in which autoscaling/v1 stores metrics that its fields cannot represent. */
export const METRICS = `${PREFIX}metrics`;

export const CURRENT_METRICS = `${PREFIX}current-metrics`;

export const CONDITIONS = `${PREFIX}conditions`;

export const BEHAVIOR = `${PREFIX}behavior`;

const ROUND_TRIP = [
  METRICS,
  CURRENT_METRICS,
  CONDITIONS,
  BEHAVIOR,
  `${PREFIX}scale-down-tolerance`,
  `${PREFIX}scale-up-tolerance`,
];

/** Returns an object without the annotations that the reference stores as fields of its own. */
export function withoutRoundTripAnnotations(autoscaler: KubeObject): KubeObject {
  const metadata = { ...autoscaler.metadata };
  removeRoundTripAnnotations(metadata);
  return { ...autoscaler, metadata };
}

/** Removes these annotations, in place. Versions other than v1 do not have them, even if a client sends them. */
export function removeRoundTripAnnotations(metadata: JsonObject): void {
  const annotations = part(metadata, "annotations");
  if (annotations === undefined || !ROUND_TRIP.some((name) => name in annotations)) return;
  const left = Object.entries(annotations).filter(([name]) => !ROUND_TRIP.includes(name));
  if (left.length === 0) delete metadata.annotations;
  else metadata.annotations = Object.fromEntries(left);
}

/** Decodes an object in an annotation as a type of the tables; undefined if it is absent or cannot be decoded. */
export function fromAnnotation(text: Json | undefined, type: string): JsonObject | undefined {
  const value = parsed(text);
  return isJsonObject(value) ? typedOrNone(() => typed(value, type)) : undefined;
}

/** The same for a list; null is an empty item. */
export function listFromAnnotation(text: Json | undefined, type: string): JsonObject[] | undefined {
  const list = parsed(text);
  if (!Array.isArray(list)) return undefined;
  const items = list.map((item) => item ?? {});
  return items.every(isJsonObject) ? typedOrNone(() => items.map((item) => typed(item, type))) : undefined;
}

function parsed(text: Json | undefined): Json | undefined {
  return typeof text === "string" ? typedOrNone((): Json => JSON.parse(text)) : undefined;
}

function typed(value: JsonObject, type: string): JsonObject {
  const shape = builtinShape(type);
  return decodeTyped(withFieldNames(value, shape), shape);
}

function typedOrNone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
