import type { ReplayReport } from "../report/replay-report.ts";

/** Response of `/shadow`. Members may be added; within `v1` none is renamed or removed. */
export interface ShadowReport extends Omit<ReplayReport, "apiVersion" | "recording"> {
  readonly apiVersion: "shadow.sallyport/v1";
  /** Files of the other configuration. */
  readonly files: readonly string[];
  /** Time at which it was read, in RFC 3339: all counts begin then. */
  readonly since: string;
  /** Requests that were not decided a second time because too many waited. */
  readonly dropped: number;
  /** Requests that will be decided. */
  readonly waiting: number;
  /** True if webhooks are called that were not called for the request itself. */
  readonly calls: boolean;
}
