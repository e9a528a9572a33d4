import type { Option } from "commander";
import { flag } from "./option-makers.ts";

interface AuditDefaults {
  readonly mode: string;
  readonly maxSize: string;
  readonly maxWait: string;
  readonly throttle: string | undefined;
  readonly qps: string;
  readonly burst: string;
}

/** The flags that both backends have. */
const backendFlags = (name: "log" | "webhook", defaults: AuditDefaults): Option[] => [
  flag(
    `--audit-${name}-mode <mode>`,
    "batch: events are stored after the response; blocking: their storage starts before it; blocking-strict: they are stored before it, and a request whose event RequestReceived cannot be stored is refused",
    defaults.mode,
  ),
  flag(`--audit-${name}-batch-buffer-size <number>`, "events that may wait, in the mode batch", "10000"),
  flag(`--audit-${name}-batch-max-size <number>`, "events of a batch", defaults.maxSize),
  flag(`--audit-${name}-batch-max-wait <duration>`, "time that an event waits for others", defaults.maxWait),
  flag(`--audit-${name}-batch-throttle-enable [bool]`, "limit the batches per second", defaults.throttle),
  flag(`--audit-${name}-batch-throttle-qps <number>`, "batches per second", defaults.qps),
  flag(`--audit-${name}-batch-throttle-burst <number>`, "batches at once", defaults.burst),
  flag(`--audit-${name}-truncate-enabled [bool]`, "leave objects out of events that are too large"),
  flag(
    `--audit-${name}-truncate-max-batch-size <bytes>`,
    "maximum size of a batch; at least that of an event",
    "10485760",
  ),
  flag(`--audit-${name}-truncate-max-event-size <bytes>`, "maximum size of an event", "102400"),
  flag(`--audit-${name}-version <version>`, "version of audit events", "audit.k8s.io/v1"),
];

/** Flags that choose the recorded events and their destinations. */
export const auditFlags = (): Option[] => [
  flag("--audit-log-path <file>", "file for audit events, one JSON object per line; - for standard output"),
  flag(
    "--audit-policy-file <file>",
    "audit policy: requests that are recorded, and their levels",
    undefined,
    "the metadata of all requests",
  ),
  flag("--audit-log-maxsize <megabytes>", "size at which the audit file is rotated; 0 for never", "100"),
  flag("--audit-log-maxage <days>", "time that rotated audit files are kept; 0 for no limit", "366"),
  flag("--audit-log-maxbackup <number>", "number of rotated audit files that are kept; 0 for all", "100"),
  flag("--audit-log-compress", "compress rotated audit files with gzip"),
  flag("--audit-log-format <format>", "json, or legacy: a line of text for each event", "json"),
  ...backendFlags("log", {
    mode: "blocking",
    maxSize: "1",
    maxWait: "0s",
    throttle: undefined,
    qps: "0",
    burst: "0",
  }),
  flag("--audit-webhook-config-file <file>", "kubeconfig of a service that audit events are sent to"),
  flag(
    "--audit-webhook-initial-backoff <duration>",
    "delay before the first of four further attempts after a failed call",
    "10s",
  ),
  ...backendFlags("webhook", {
    mode: "batch",
    maxSize: "400",
    maxWait: "30s",
    throttle: "true",
    qps: "10",
    burst: "15",
  }),
];
