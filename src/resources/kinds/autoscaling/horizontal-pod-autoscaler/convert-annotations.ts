import type { JsonObject } from "../../../../api/json.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { part } from "../../../define/fill.ts";

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
