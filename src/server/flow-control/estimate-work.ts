import type { ServerRequest } from "../../api/exchange.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { SizesOf } from "./object-sizes.ts";
import { ONE_SEAT, type Work } from "./queues/ticket.ts";
import type { WatchCounts } from "./watch-counts.ts";

/** What the work of requests is estimated by. */
export interface WorkFacts {
  readonly sizesOf: SizesOf;
  readonly watches: WatchCounts;
}

/** The most seats of one request, by what it does; a level may have less for one. */
const MOST_OF_LIST = 100;
const MOST_OF_WRITE = 10;

/** What is said of a request. */
export interface Asked {
  readonly request: Pick<ServerRequest, "rawQuery" | "query">;
  readonly info: RequestInfo;
}

/** The flow that it belongs to. */
export interface FlowBounds {
  /** Of the level, for one request; 0: no limit. */
  readonly level: { readonly mostSeats: number };
  /** Where it is noted how many watches writes concern. */
  readonly counts: { readonly watches: { observe(watches: number): void } };
}

/** What a request takes (k8s.io/apiserver/pkg/util/flowcontrol/request/width.go). */
export function estimateWork(facts: WorkFacts, asked: Asked, flow: FlowBounds): Work {
  const { request, info } = asked;
  switch (info.verb) {
    case "list":
      return listWork(facts, asked, flow);
    case "watch":
      return hasInitialEvents(request) ? listWork(facts, asked, flow) : ONE_SEAT;
    case "create":
    case "update":
    case "patch":
    case "delete":
      return writeWork(facts, info, flow);
    default:
      return ONE_SEAT;
  }
}

function hasInitialEvents({ query }: Pick<ServerRequest, "query">): boolean {
  const revision = query.get("resourceVersion") ?? "";
  return revision === "" || revision === "0" || query.get("sendInitialEvents") === "true";
}

/** A seat holds so many bytes of a list. */
const BYTES_OF_SEAT = 100_000;
/** Lists come from memory here, and go out in pieces: no list holds more than that at a time. */
const MOST_BYTES = 1_000_000;

/** As seatsBasedOnObjectSize in request/list_work_estimator.go, for a list from memory. */
function listWork({ sizesOf }: WorkFacts, asked: Asked, { level }: FlowBounds): Work {
  const { rawQuery, query } = asked.request;
  const { group, resource, name } = asked.info;
  const sizes = sizesOf(group, resource);
  if (sizes === undefined) return ONE_SEAT;
  const limit = rawQuery.includes("limit=") ? Number(query.get("limit")) : 0;
  const all = name === "" ? sizes.count : 1;
  const objects = limit > 0 ? Math.min(limit, all) : all;
  const seats = Math.ceil(Math.min(objects * sizes.averageBytes, MOST_BYTES) / BYTES_OF_SEAT);
  return seats <= 1 ? ONE_SEAT : { ...ONE_SEAT, initialSeats: Math.min(seats, mostOf(MOST_OF_LIST, level)) };
}

/** Telling so many watches of a write takes one seat, for so many milliseconds. */
const WATCHES_OF_SEAT = 10;
const EVENT_MS = 5;

/** As request/mutating_work_estimator.go: telling watches takes seats after the answer. A token is no event. */
function writeWork({ watches }: WorkFacts, info: RequestInfo, { level, counts }: FlowBounds): Work {
  if (info.resource === "serviceaccounts" && info.subresource === "token") return ONE_SEAT;
  const concerned = watches.concernedBy(info);
  counts.watches.observe(concerned);
  if (concerned < WATCHES_OF_SEAT) return ONE_SEAT;
  const wanted = Math.ceil(concerned / WATCHES_OF_SEAT);
  const finalSeats = Math.min(wanted, mostOf(MOST_OF_WRITE, level));
  return { initialSeats: 1, finalSeats, additionalMs: (wanted * EVENT_MS) / finalSeats };
}

const mostOf = (most: number, { mostSeats }: FlowBounds["level"]): number =>
  mostSeats === 0 ? most : Math.min(most, mostSeats);
