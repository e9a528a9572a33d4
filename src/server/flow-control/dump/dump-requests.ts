import { formatGroupVersion } from "../../../api/group-version.ts";
import { formatTime, ZERO_TIME } from "../../../api/time.ts";
import { goDurationText } from "../../../go/duration.ts";
import type { PriorityLevel } from "../levels/priority-level.ts";
import type { Ticket } from "../queues/ticket.ts";
import { tabTable } from "./tab-table.ts";

/** Options of a dump of requests. */
export interface DumpOptions {
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
export function dumpRequests(levels: readonly PriorityLevel[], options: DumpOptions): string {
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
