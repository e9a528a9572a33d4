import type { KubeObject } from "../../api/meta.ts";

/** Order of names by their bytes; they have only ASCII characters. */
export function byName(a: KubeObject, b: KubeObject): number {
  const left = a.metadata.name ?? "";
  const right = b.metadata.name ?? "";
  return left < right ? -1 : left > right ? 1 : 0;
}
