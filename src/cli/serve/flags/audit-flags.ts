import { quote } from "../../../go/quote.ts";
import { nonNegativeDurationFlag } from "../../flags/durations.ts";
import type { ValuesOf } from "../../flags/flag.ts";
import { count, countOf, enabling, file, flag, flagWith, toggle } from "../../flags/flag-types.ts";

type AuditMode = "batch" | "blocking" | "blocking-strict";

const MODES: readonly AuditMode[] = ["batch", "blocking", "blocking-strict"];

interface AuditDefaults {
  readonly mode: AuditMode;
  readonly maxSize: string;
  readonly maxWait: string;
  readonly throttle: string | undefined;
  readonly qps: string;
  readonly burst: string;
}

const duration = (text: string, usual: string) =>
  flagWith((value, name) => nonNegativeDurationFlag(name, value, "30s"))("<duration>", text, usual);

const number = flagWith((text, name) => {
  if (/^-?\d{1,12}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new Error(`${name}: ${quote(text)} is not a number`);
});

const megabytes = flagWith((text, name) => countOf(text, name) * 2 ** 20);

function modeOf(text: string, backend: string): AuditMode {
  const mode = MODES.find((one) => one === text);
  if (mode !== undefined) return mode;
  throw new Error(`invalid audit ${backend} mode ${text}, allowed modes are ${quote(MODES.join(","))}`);
}

const format = flagWith((text) => {
  if (text === "json" || text === "legacy") return text;
  throw new Error(`invalid audit log format ${text}, allowed formats are "legacy,json"`);
});

/** The flags that both backends have. */
const backendFlags = (name: "log" | "webhook", defaults: AuditDefaults) => ({
  mode: flagWith((text) => modeOf(text, name))(
    "<mode>",
    "batch: events are stored after the response; blocking: their storage starts before it; blocking-strict: they are stored before it, and a request whose event RequestReceived cannot be stored is refused",
    defaults.mode,
  ),
  batchBufferSize: number("<number>", "events that may wait, in the mode batch", "10000"),
  batchMaxSize: number("<number>", "events of a batch", defaults.maxSize),
  batchMaxWait: duration("time that an event waits for others", defaults.maxWait),
  batchThrottleEnable: enabling("limit the batches per second", defaults.throttle),
  batchThrottleQps: number("<number>", "batches per second", defaults.qps),
  batchThrottleBurst: number("<number>", "batches at once", defaults.burst),
  truncateEnabled: enabling("leave objects out of events that are too large"),
  truncateMaxBatchSize: number("<bytes>", "maximum size of a batch; at least that of an event", "10485760"),
  truncateMaxEventSize: number("<bytes>", "maximum size of an event", "102400"),
  version: flag("<version>", "version of audit events", "audit.k8s.io/v1"),
});

export type AuditBackendFlags = ValuesOf<ReturnType<typeof backendFlags>>;

/** Flags that choose the recorded events and their destinations. */
export const auditFlags = {
  auditLogPath: file("file for audit events, one JSON object per line; - for standard output"),
  auditPolicyFile: file(
    "audit policy: requests that are recorded, and their levels (default: the metadata of all requests)",
  ),
  auditLog: {
    /** Bytes. */
    maxsize: megabytes("<megabytes>", "size at which the audit file is rotated; 0 for never", "100"),
    maxage: count("<days>", "time that rotated audit files are kept; 0 for no limit", "366"),
    maxbackup: count("<number>", "number of rotated audit files that are kept; 0 for all", "100"),
    compress: toggle("compress rotated audit files with gzip"),
    format: format("<format>", "json, or legacy: a line of text for each event", "json"),
    ...backendFlags("log", {
      mode: "blocking",
      maxSize: "1",
      maxWait: "0s",
      throttle: undefined,
      qps: "0",
      burst: "0",
    }),
  },
  auditWebhook: {
    configFile: file("kubeconfig of a service that audit events are sent to"),
    initialBackoff: duration("delay before the first of four further attempts after a failed call", "10s"),
    ...backendFlags("webhook", {
      mode: "batch",
      maxSize: "400",
      maxWait: "30s",
      throttle: "true",
      qps: "10",
      burst: "15",
    }),
  },
};
