import { stringifyIndexKeys, withAllKeysSorted } from "../../api/object/key-order.ts";
import { clone } from "../../json/object.ts";
import { type JsonObject, record } from "../../json/value.ts";
import type { ControllerRevision } from "../../types/tables/apps/v1-types.ts";
import type { PodTemplateSpec as PodTemplate } from "../../types/tables/core/v1-types.ts";

/**
 * Returns the data of a ControllerRevision: a patch that restores the template of a workload. Its keys are
 * sorted, because clients compare its bytes (pkg/controller/daemon/update.go, Match).
 */
export const revisionData = (template: PodTemplate): JsonObject => ({
  spec: { template: record(withAllKeysSorted(clone({ $patch: "replace", ...template }))) },
});

/** The template of pods in a ControllerRevision, without the directive for the patch. */
export function templateIn({ data }: ControllerRevision): PodTemplate {
  const { $patch: _, ...rest } = record(record(record(data).spec).template);
  return { ...rest, metadata: record(rest.metadata) };
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
const SAFE = "bcdfghjklmnpqrstvwxz2456789";

/** HashControllerRevision of the reference: 32-bit FNV-1 of the data and the number of collisions. */
export function revisionHash(data: JsonObject, collisionCount: number): string {
  let hash = OFFSET;
  for (const byte of Buffer.from(`${stringifyIndexKeys(data)}${collisionCount}`))
    hash = Math.imul(hash, PRIME) ^ byte;
  return [...String(hash >>> 0)].map((digit) => SAFE[digit.charCodeAt(0) % SAFE.length]).join("");
}
