import { allocate } from "./allocate.ts";
import type { PriorityLevel } from "./priority-level.ts";

/** Number of seats that a level wants (`target`) and has (`limit`). */
interface Borrowed {
  readonly target: number;
  readonly limit: number;
}

/** Seats of all levels after lending. `fairFraction` is that of `Allocation`. */
export interface Borrowing {
  readonly fairFraction: number;
  readonly of: ReadonlyMap<PriorityLevel, Borrowed>;
}

/**
 * Moves seats that levels do not use to levels that want more. `seats` is the number of seats of the server.
 * Must be called every ten seconds and after changes
 * (k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go, updateBorrowingLocked).
 */
export function borrowSeats(levels: readonly PriorityLevel[], seats: number, now: number): Borrowing {
  for (const level of levels) level.measure(now);
  const exempt = levels.filter(({ isExempt }) => isExempt);
  const limited = levels.filter(({ isExempt }) => !isExempt);
  const sum = sumOf(levels, ({ limits }) => limits.nominal);
  const { limits, fairFraction } = limitsOf(limited, sum, sum - sumOf(exempt, ({ kept }) => kept));
  const borrowed = new Map<PriorityLevel, Borrowed>();
  for (const level of exempt) borrowed.set(level, { target: level.kept, limit: level.kept });
  for (const [i, level] of limited.entries())
    borrowed.set(level, { target: targetOf(level), limit: limits[i] ?? 0 });
  for (const [level, { limit }] of borrowed) {
    level.currentLimit = limit;
    level.queues.configure(level.overflow, limit, limit || Math.max(1, Math.round(seats / 10)));
  }
  return { fairFraction, of: borrowed };
}

interface Limits {
  readonly limits: readonly number[];
  readonly fairFraction: number;
}

/** Returns the new limits of the levels. `remaining` is the part of the sum that exempt levels leave. */
function limitsOf(levels: readonly PriorityLevel[], sum: number, remaining: number): Limits {
  const lower = sumOf(levels, ({ limits }) => limits.lower);
  const kept = sumOf(levels, (level) => level.kept);
  if (remaining <= lower) return { limits: levels.map(({ limits }) => limits.lower), fairFraction: 0 };
  if (remaining <= kept) {
    const fraction = (remaining - lower) / (kept - lower);
    return { limits: levels.map((level) => between(level, fraction)), fairFraction: 0 };
  }
  const claims = levels.map((level) => ({
    lower: level.kept,
    upper: level.limits.upper,
    target: targetOf(level),
  }));
  const found = allocate(sum, claims);
  if (found === undefined)
    return { limits: levels.map(({ currentLimit = 0 }) => currentLimit), fairFraction: 0 };
  return { limits: found.parts.map(Math.round), fairFraction: found.fairFraction };
}

const targetOf = (level: PriorityLevel): number => Math.max(level.kept, level.wanted.smoothed);

const between = (level: PriorityLevel, fraction: number): number =>
  level.limits.lower + Math.round((level.kept - level.limits.lower) * fraction);

const sumOf = (levels: readonly PriorityLevel[], value: (level: PriorityLevel) => number): number =>
  levels.reduce((sum, level) => sum + value(level), 0);
