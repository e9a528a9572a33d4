import type { ReplayReport } from "../report/replay-report.ts";

/** What `/shadow` answers. Members are added, none is renamed or removed within `v1`. */
export interface ShadowReport extends Omit<ReplayReport, "apiVersion" | "recording"> {
  readonly apiVersion: "shadow.sallyport/v1";
  /** Where the other configuration was read. */
  readonly files: readonly string[];
  /** When it was read, RFC 3339: all counts begin there. */
  readonly since: string;
  /** Requests that were not decided a second time: too many waited. */
  readonly dropped: number;
  /** Requests that will be decided. */
  readonly waiting: number;
  /** Whether webhooks are called that were not asked before. */
  readonly calls: boolean;
}
