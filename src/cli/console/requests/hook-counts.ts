import type { KeptRows } from "./kept-rows.ts";
import type { HookDeed, Row, RowHook } from "./row.ts";

/** Counts of the calls of a webhook or policy, by their results. */
export interface HookCount {
  readonly kind: RowHook["kind"];
  readonly name: string;
  readonly of: string;
  readonly calls: number;
  readonly changed: number;
  readonly refused: number;
  readonly warned: number;
  /** Failed calls, whether they were ignored or not. */
  readonly failed: number;
  /** Median and 99th percentile of its time, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The newest request in which it failed. */
  readonly lastFailure?: Row;
}

/** Answer of `/api/counts`. */
export interface HookCounts {
  readonly requests: number;
  readonly hooks: readonly HookCount[];
}

interface Calls {
  readonly hook: RowHook;
  readonly deeds: Map<HookDeed, number>;
  readonly times: number[];
  lastFailure?: Row;
}

/** Counts the calls in all rows that are kept. */
export function hookCounts(rows: KeptRows): HookCounts {
  const kept = rows.after(0);
  const known = new Map<string, Calls>();
  for (const { row } of kept)
    for (const hook of row.hooks ?? []) {
      const key = JSON.stringify([hook.kind, hook.of, hook.name]);
      const calls: Calls = known.get(key) ?? { hook, deeds: new Map(), times: [] };
      known.set(key, calls);
      calls.deeds.set(hook.deed, (calls.deeds.get(hook.deed) ?? 0) + 1);
      calls.times.push(hook.milliseconds);
      if (hook.deed === "failed" || hook.deed === "ignored") calls.lastFailure = row;
    }
  return { requests: kept.length, hooks: [...known.values()].map(countOf) };
}

function countOf({ hook: { kind, name, of }, deeds, times, lastFailure }: Calls): HookCount {
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const number = (deed: HookDeed): number => deeds.get(deed) ?? 0;
  return {
    kind,
    name,
    of,
    calls: times.length,
    changed: number("changed"),
    refused: number("refused"),
    warned: number("warned"),
    failed: number("failed") + number("ignored"),
    p50: at(0.5),
    p99: at(0.99),
    ...(lastFailure !== undefined && { lastFailure }),
  };
}
