import type { ServerRequest } from "../../api/exchange/exchange.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { SizesOf } from "./object-sizes.ts";
import { ONE_SEAT, type Work } from "./queues/ticket.ts";
import type { WatchCounts } from "./watch-counts.ts";

/** Sources of the estimates. */
export interface WorkFacts {
  readonly sizesOf: SizesOf;
  readonly watches: WatchCounts;
}

/** The maximum number of seats of one request, by its verb. The limit of its level can be lower. */
const MOST_OF_LIST = 100;
const MOST_OF_WRITE = 10;

/** The parts of a request that estimates use. */
export interface Asked {
  readonly request: Pick<ServerRequest, "rawQuery" | "query">;
  readonly info: RequestInfo;
}

/** The parts of a flow that estimates use. */
export interface FlowBounds {
  /** Priority level of the flow. `mostSeats` is its maximum number of seats for one request; 0 means no limit. */
  readonly level: { readonly mostSeats: number };
  /** Metrics of the flow. `watches` records the number of watches that match each write. */
  readonly counts: { readonly watches: { observe(watches: number): void } };
}

/** Returns the estimated work of a request (k8s.io/apiserver/pkg/util/flowcontrol/request/width.go). */
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

/** Bytes of a list that one seat pays for. */
const BYTES_OF_SEAT = 100_000;
/**
 * Maximum of the bytes that count for a list. Lists come from memory here and are sent in pieces, so a list
 * never holds more than this at a time.
 */
const MOST_BYTES = 1_000_000;

/** Same rule as seatsBasedOnObjectSize in request/list_work_estimator.go, for a list from memory. */
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

/** The events of a write take one seat for each `WATCHES_OF_SEAT` watches, for `EVENT_MS` milliseconds. */
const WATCHES_OF_SEAT = 10;
const EVENT_MS = 5;

/**
 * Same rule as request/mutating_work_estimator.go: sending the events of a write takes seats after the
 * response. A token request causes no event.
 */
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
