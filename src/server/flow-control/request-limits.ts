import type { UserInfo } from "../../api/meta.ts";
import { type InFlightLimits, inFlightLimit, type TakePlace } from "../accept/in-flight-limit.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { Flow } from "./flow.ts";

/** Who limits how many requests are handled at a time. */
export interface RequestLimits {
  /** To which flow a request belongs; undefined: there are no flows. */
  classify(info: RequestInfo, user: UserInfo): Flow | undefined;
  readonly takePlace: TakePlace;
  /** A watch has begun; answers what is to be called when it ends. */
  watchBegins(info: RequestInfo): () => void;
  /** In Prometheus' text format. */
  metrics(): string;
  /** A table of what is there now, by its name; undefined: there is none. */
  dump(name: string, withDetails: boolean): string | undefined;
  close(): void;
}

/** Without priority and fairness. */
export const plainLimits = (limits: InFlightLimits): RequestLimits => ({
  classify: () => undefined,
  takePlace: inFlightLimit(limits),
  watchBegins: () => () => {},
  metrics: () => "",
  dump: () => undefined,
  close: () => {},
});
