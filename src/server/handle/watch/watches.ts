import type { Features } from "../../../resources/features/features.ts";
import type { RequestInfo } from "../../accept/request-info.ts";
import type { Clock } from "../../clock.ts";
import type { Views } from "../../views/views.ts";
import type { Reads } from "../read/reads.ts";
import type { Rounds } from "./rounds.ts";
import type { WatchEvents } from "./watch-events.ts";

/** What watching needs. */
export interface Watches extends Reads, Clock {
  readonly views: Views;
  readonly features: Features;
  readonly watchEvents: WatchEvents;
  /** Shortest lifetime of a watch that asks for none, in seconds. */
  readonly minRequestTimeoutSeconds: number;
  /** When readers are woken. */
  readonly rounds: Rounds;
  /** Told of each watch; answers what is to be called when it ends. */
  watchBegins(info: RequestInfo): () => void;
  /** Counts it for `/metrics`. Answers what is to be called when the watch ends. */
  countWatch(info: RequestInfo): () => void;
}
