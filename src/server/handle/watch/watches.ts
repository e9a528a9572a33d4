import type { Features } from "../../../resources/features/features.ts";
import type { RequestInfo } from "../../accept/request-info.ts";
import type { Views } from "../../admit/views/views.ts";
import type { Clock } from "../../clock.ts";
import type { Reads } from "../read/reads.ts";
import type { Rounds } from "./rounds.ts";
import type { WatchEvents } from "./watch-events.ts";

/** Dependencies of watches. */
export interface Watches extends Reads, Clock {
  readonly views: Views;
  readonly features: Features;
  readonly watchEvents: WatchEvents;
  /** Shortest lifetime of a watch without a requested one, in seconds. */
  readonly minRequestTimeoutSeconds: number;
  /** Schedules the wake-up of readers. */
  readonly rounds: Rounds;
  /** Called for each watch; returns the function to call at its end. */
  watchBegins(info: RequestInfo): () => void;
  /** Counts the watch for `/metrics`; returns the function to call at its end. */
  countWatch(info: RequestInfo): () => void;
}
