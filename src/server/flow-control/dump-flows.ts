import { formatGroupVersion } from "../../api/group-version.ts";
import { formatTime, ZERO_TIME } from "../../api/time.ts";
import { goDurationText } from "../../go/duration.ts";
import type { PriorityLevel } from "./levels/priority-level.ts";

import type { Queue, Ticket } from "./queues/ticket.ts";

/** Options of a dump of requests. */
interface DumpOptions {
  /** True if the table also has the user and the target of each request. */
  readonly withDetails: boolean;
  /** Returns a time of the clock of the levels as milliseconds since the epoch. */
  realTime(at: number): number;
}

const COLUMNS = [
  "PriorityLevelName",
  "FlowSchemaName",
  "QueueIndex",
  "RequestIndexInQueue",
  // The spelling of the reference.
  "FlowDistingsher",
  "ArriveTime",
  "InitialSeats",
  "FinalSeats",
  "AdditionalLatency",
  "StartTime",
];

const DETAILS = ["UserName", "Verb", "APIPath", "Namespace", "Name", "APIVersion", "Resource", "SubResource"];

/** Returns a table of the waiting requests, in the order of their queues, and of the requests that have seats. */
function dumpRequests(levels: readonly PriorityLevel[], options: DumpOptions): string {
  const rows = levels.flatMap(({ name, queues }) => {
    const waiting = queues.queues.flatMap((queue) => [...queue.waiting].map((ticket, i) => ({ ticket, i })));
    const executing = queues.tickets.map((ticket) => ({ ticket, i: -1 }));
    return [...waiting, ...executing].map(({ ticket, i }) => [name, ...rowOf(ticket, i, options)]);
  });
  return tabTable([options.withDetails ? [...COLUMNS, ...DETAILS] : COLUMNS, ...rows]);
}

function rowOf(ticket: Ticket, index: number, { withDetails, realTime }: DumpOptions): string[] {
  const { arrival, queue, work } = ticket;
  const row = [
    arrival.counts.schema,
    String(queue?.index ?? -1),
    String(index),
    arrival.distinguisher,
    timeText(realTime(ticket.arrivedAt)),
    String(work.initialSeats),
    String(work.finalSeats),
    goDurationText(Math.round(work.additionalMs * 1e6)),
    ticket.startedAt === undefined ? ZERO_TIME : timeText(realTime(ticket.startedAt)),
  ];
  return withDetails ? [...row, ...detailsOf(arrival)] : row;
}

function detailsOf({ about: { user, info } }: Ticket["arrival"]): string[] {
  const { verb, path, namespace, name, resource, subresource } = info;
  return [user.username, verb, path, namespace, name, formatGroupVersion(info), resource, subresource];
}

/** Formats a time by RFC 3339 with the shortest possible fraction. */
function timeText(milliseconds: number): string {
  const fraction = String((Math.floor(milliseconds) % 1000) / 1000).slice(1);
  return `${formatTime(milliseconds).slice(0, -1)}${fraction}Z`;
}

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

/**
 * Formats rows in columns that are as wide as their widest cell, with a comma after each cell except for the
 * last one (Go's text/tabwriter).
 */
function tabTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns - 1 }, (_, i) =>
    rows.reduce((width, row) => Math.max(width, (row[i] ?? "").length + COMMA_AND_SPACE), LEAST_WIDTH),
  );
  const lineOf = (row: readonly string[]): string =>
    row.map((cell, i) => (i === columns - 1 ? cell : `${cell},`.padEnd(widths[i] ?? 0))).join("");
  return rows.map((row) => `${lineOf(row)}\n`).join("");
}

const LEAST_WIDTH = 8;
const COMMA_AND_SPACE = 2;
