import type { KubeObject } from "../../api/meta.ts";
import { equal } from "../../json/equal.ts";

/** True if two states of an object differ in their metadata only. */
export function isSameBelowMetadata(old: KubeObject, now: KubeObject | null | undefined): boolean {
  if (now === null || now === undefined) return false;
  const { metadata: _before, ...before } = old;
  const { metadata: _after, ...after } = now;
  return equal(before, after);
}
