import { compareKeyBytes } from "../../../json/key-order.ts";

/** Orders texts with paths such as `spec.list[10].x` as a walk through sorted keys meets them. */
export function comparePaths(a: string, b: string): number {
  const left = segmentsOf(a);
  const right = segmentsOf(b);
  for (const [at, segment] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (segment !== other) return compareSegments(segment, other);
  }
  return left.length - right.length;
}

const segmentsOf = (path: string): string[] => path.replace(/"$/, "").split(/[.[]/);

/** Indexes have a bracket at their end. */
function compareSegments(a: string, b: string): number {
  if (a.endsWith("]") && b.endsWith("]")) return Number.parseInt(a, 10) - Number.parseInt(b, 10);
  return compareKeyBytes(a, b);
}
