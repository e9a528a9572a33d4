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

/** What a request takes (k8s.io/apiserver/pkg/util/flowcontrol/request/width.go). `mostSeats`: of its level; 0: no limit. */
export function estimateWork(
  facts: WorkFacts,
  request: Pick<ServerRequest, "rawQuery" | "query">,
  info: RequestInfo,
  mostSeats: number,
): Work {
  switch (info.verb) {
    case "list":
      return listWork(facts, request, info, mostSeats);
    case "watch":
      return hasInitialEvents(request) ? listWork(facts, request, info, mostSeats) : ONE_SEAT;
    case "create":
    case "update":
    case "patch":
    case "delete":
      return writeWork(facts, info, mostSeats);
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
function listWork(
  { sizesOf }: WorkFacts,
  { rawQuery, query }: Pick<ServerRequest, "rawQuery" | "query">,
  { group, resource, name }: RequestInfo,
  mostSeats: number,
): Work {
  const sizes = sizesOf(group, resource);
  if (sizes === undefined) return ONE_SEAT;
  const limit = rawQuery.includes("limit=") ? Number(query.get("limit")) : 0;
  const asked = name === "" ? sizes.count : 1;
  const objects = limit > 0 ? Math.min(limit, asked) : asked;
  const seats = Math.ceil(Math.min(objects * sizes.averageBytes, MOST_BYTES) / BYTES_OF_SEAT);
  return seats <= 1
    ? ONE_SEAT
    : { ...ONE_SEAT, initialSeats: Math.min(seats, mostOf(MOST_OF_LIST, mostSeats)) };
}

/** Telling so many watches of a write takes one seat, for so many milliseconds. */
const WATCHES_OF_SEAT = 10;
const EVENT_MS = 5;

/** As request/mutating_work_estimator.go: telling watches takes seats after the answer. A token is no event. */
function writeWork({ watches }: WorkFacts, info: RequestInfo, mostSeats: number): Work {
  if (info.resource === "serviceaccounts" && info.subresource === "token") return ONE_SEAT;
  const concerned = watches.concernedBy(info);
  if (concerned < WATCHES_OF_SEAT) return ONE_SEAT;
  const wanted = Math.ceil(concerned / WATCHES_OF_SEAT);
  const finalSeats = Math.min(wanted, mostOf(MOST_OF_WRITE, mostSeats));
  return { initialSeats: 1, finalSeats, additionalMs: (wanted * EVENT_MS) / finalSeats };
}

const mostOf = (most: number, ofLevel: number): number => (ofLevel === 0 ? most : Math.min(most, ofLevel));
