/** A claim to a part of a sum. `target` and `upper` are at least `lower`. */
export interface Claim {
  readonly lower: number;
  readonly upper: number;
  readonly target: number;
}

/** Result of dividing a sum. */
export interface Allocation {
  /** The part of each claim, in the order of the claims. */
  readonly parts: readonly number[];
  /** The fraction of its target that each claim gets if its bounds allow it. */
  readonly fairFraction: number;
}

/** Smaller targets count as this one. */
const LEAST_TARGET = 0.001;
const ROUNDING = 1e-7;

/**
 * Divides `sum` so that each claim gets the same fraction of its target, within its bounds: the lower bound
 * if that is more, the upper bound if that is less. Returns undefined if the bounds do not allow this sum
 * (k8s.io/apiserver/pkg/util/flowcontrol/conc_alloc.go, computeConcurrencyAllocation).
 */
export function allocate(sum: number, claims: readonly Claim[]): Allocation | undefined {
  const wanted = claims.map((claim) => ({ ...claim, target: Math.max(claim.target, LEAST_TARGET) }));
  const bends = wanted.flatMap(({ lower, upper, target }) => [lower / target, upper / target]);
  bends.sort((a, b) => a - b);
  const least = total(wanted, bends[0] ?? 0);
  if (least > sum + ROUNDING || total(wanted, bends.at(-1) ?? 0) < sum - ROUNDING) return undefined;
  const from = lastBend(bends, (bend) => total(wanted, bend) <= sum + ROUNDING);
  const growing = wanted.filter(
    ({ lower, upper, target }) => lower <= from * target && from * target < upper,
  );
  const slope = growing.reduce((before, { target }) => before + target, 0);
  const fairFraction = slope === 0 ? from : from + Math.max(0, sum - total(wanted, from)) / slope;
  return { parts: wanted.map((claim) => partOf(claim, fairFraction)), fairFraction };
}

const partOf = ({ lower, upper, target }: Claim, fraction: number): number =>
  Math.max(lower, Math.min(upper, fraction * target));

const total = (claims: readonly Claim[], fraction: number): number =>
  claims.reduce((sum, claim) => sum + partOf(claim, fraction), 0);

/** Returns the last bend for which `isTrue` holds. It holds for all bends before that one. */
function lastBend(bends: readonly number[], isTrue: (bend: number) => boolean): number {
  let low = 0;
  let high = bends.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isTrue(bends[middle] ?? 0)) low = middle;
    else high = middle - 1;
  }
  return bends[low] ?? 0;
}
