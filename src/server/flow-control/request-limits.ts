import type { UserInfo } from "../../api/meta.ts";
import { Exposition } from "../../metrics/exposition.ts";
import { type InFlightLimits, inFlightLimit, type TakePlace } from "../accept/in-flight-limit.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { Flow } from "./flow.ts";

/** Limits on the number of requests in progress. */
export interface RequestLimits {
  /** Returns the flow of a request, or undefined if there are no flows. */
  classify(info: RequestInfo, user: UserInfo): Flow | undefined;
  readonly takePlace: TakePlace;
  /** Records the begin of a watch. Returns the function to call when the watch ends. */
  watchBegins(info: RequestInfo): () => void;
  metrics(): Exposition;
  /** Returns a table of the current state by its name, or undefined if there is no such table. */
  dump(name: string, withDetails: boolean): string | undefined;
  close(): void;
}

/** Limits without priority and fairness. */
export const plainLimits = (limits: InFlightLimits): RequestLimits => ({
  classify: () => undefined,
  takePlace: inFlightLimit(limits),
  watchBegins: () => () => {},
  metrics: () => new Exposition(),
  dump: () => undefined,
  close: () => {},
});
