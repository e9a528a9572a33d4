import { isJsonObject, type Json, type JsonObject } from "../../../../api/json.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { part } from "../../../define/fill.ts";
import { decodeTyped } from "../../../machine/decode/decode.ts";
import { withFieldNames } from "../../../machine/decode/loose-names.ts";
import { builtinShape } from "../../../types/shapes.ts";

const PREFIX = "autoscaling.alpha.kubernetes.io/";

/** Where autoscaling/v1 keeps what its fields cannot say. */
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

/** What an object has besides them: the reference keeps fields of its own for what they say. */
export function withoutRoundTripAnnotations(autoscaler: KubeObject): KubeObject {
  const metadata = { ...autoscaler.metadata };
  removeRoundTripAnnotations(metadata);
  return { ...autoscaler, metadata };
}

/** Every other version than v1 is without these annotations, also when a client sends them. In place. */
export function removeRoundTripAnnotations(metadata: JsonObject): void {
  const annotations = part(metadata, "annotations");
  if (annotations === undefined || !ROUND_TRIP.some((name) => name in annotations)) return;
  const left = Object.entries(annotations).filter(([name]) => !ROUND_TRIP.includes(name));
  if (left.length === 0) delete metadata.annotations;
  else metadata.annotations = Object.fromEntries(left);
}

/** An object that an annotation holds, as a type of the tables; undefined when there is none or it cannot be read. */
export function fromAnnotation(text: Json | undefined, type: string): JsonObject | undefined {
  const value = parsed(text);
  return isJsonObject(value) ? typedOrNone(() => typed(value, type)) : undefined;
}

/** The same of a list; null stands for an empty item. */
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
