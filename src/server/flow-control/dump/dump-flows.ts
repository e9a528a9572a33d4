import type { PriorityLevel } from "../levels/priority-level.ts";
import type { Queue } from "../queues/fair-queues.ts";
import { type DumpOptions, dumpRequests } from "./dump-requests.ts";
import { tabTable } from "./tab-table.ts";

const DUMPS: Readonly<Record<string, (levels: readonly PriorityLevel[], options: DumpOptions) => string>> = {
  dump_priority_levels: dumpLevels,
  dump_queues: dumpQueues,
  dump_requests: dumpRequests,
};

/**
 * Returns a table by its name, or undefined if there is no such table
 * (k8s.io/apiserver/pkg/util/flowcontrol/apf_controller_debug.go).
 */
export function dumpFlows(
  name: string,
  levels: readonly PriorityLevel[],
  options: DumpOptions,
): string | undefined {
  const dump = Object.hasOwn(DUMPS, name) ? DUMPS[name] : undefined;
  return dump?.([...levels].sort(byName), options);
}

const byName = (a: PriorityLevel, b: PriorityLevel): number => (a.name < b.name ? -1 : 1);

const LEVEL_COLUMNS = [
  "PriorityLevelName",
  "ActiveQueues",
  "IsIdle",
  "IsQuiescing",
  "WaitingRequests",
  "ExecutingRequests",
  "DispatchedRequests",
  "RejectedRequests",
  "TimedoutRequests",
  "CancelledRequests",
];

function dumpLevels(levels: readonly PriorityLevel[]): string {
  const rows = levels.map(({ name, queues, isQuiescing }) => {
    const { dispatched, rejected, cancelled } = queues.totals;
    const crowded = queues.queues.filter(({ waiting }) => waiting.size > 0).length;
    // The reference never counts a request as timed out.
    const counts = [queues.waiting, queues.executing, dispatched, rejected, 0, cancelled];
    return [name, crowded, queues.isIdle, isQuiescing, ...counts].map(String);
  });
  return tabTable([LEVEL_COLUMNS, ...rows]);
}

const QUEUE_COLUMNS = [
  "PriorityLevelName",
  "Index",
  "PendingRequests",
  "ExecutingRequests",
  "SeatsInUse",
  "NextDispatchR",
  "InitialSeatsSum",
  "MaxSeatsSum",
  "TotalWorkSum",
];

/** Maximum number of queues without requests in the table. A level can have millions of queues. */
const MOST_IDLE_QUEUES = 1000;

function dumpQueues(levels: readonly PriorityLevel[]): string {
  return tabTable([QUEUE_COLUMNS, ...levels.flatMap(queueRows)]);
}

function queueRows({ name, overflow, queues: { queues } }: PriorityLevel): string[][] {
  const known = new Map(queues.map((queue) => [queue.index, queue]));
  const dealt = typeof overflow === "string" ? 0 : Math.min(overflow.queues, MOST_IDLE_QUEUES);
  const indexes = new Set([...Array(dealt).keys(), ...known.keys()]);
  return [...indexes].sort((a, b) => a - b).map((index) => queueRow(name, index, known.get(index)));
}

function queueRow(level: string, index: number, queue: Queue | undefined): string[] {
  const initialSeats = [...(queue?.waiting ?? [])].reduce((sum, { work }) => sum + work.initialSeats, 0);
  return [
    level,
    index,
    queue?.waiting.size ?? 0,
    queue?.executing ?? 0,
    queue?.seatsInUse ?? 0,
    seatSecondsText(queue?.nextR ?? 0),
    initialSeats,
    queue?.waitingSeats ?? 0,
    seatSecondsText(queue?.waitingWork ?? 0),
  ].map(String);
}

/** Formats millionths of a seat-second as seat-seconds. */
const seatSecondsText = (work: number): string => `${(work / 1e6).toFixed(8)}ss`;
