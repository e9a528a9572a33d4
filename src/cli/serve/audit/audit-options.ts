import { quote } from "../../../go/quote.ts";
import type { AuditBackendFlags } from "../flags/audit-flags.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import type { BatchOptions } from "./buffered.ts";
import type { LogFormat } from "./log-backend.ts";

const VERSION = "audit.k8s.io/v1";

/** Values of the flags of one backend. */
export interface BackendOptions {
  readonly mode: AuditBackendFlags["mode"];
  readonly batch: BatchOptions;
  /** Bytes of an event; undefined: events are not truncated. */
  readonly maxEventSize: number | undefined;
}

export interface LogOptions extends BackendOptions {
  readonly format: LogFormat;
}

/** Options of the audit webhook, with the time before the first repetition of a failed call. */
export interface WebhookOptions extends BackendOptions {
  readonly initialBackoffMs: number;
}

export function logOptions({ auditLog }: ServeFlags): LogOptions {
  return { ...backendOptions("log", auditLog), format: auditLog.format };
}

export function webhookOptions({ auditWebhook }: ServeFlags): WebhookOptions {
  return { ...backendOptions("webhook", auditWebhook), initialBackoffMs: auditWebhook.initialBackoff };
}

/** Throws in the words of the reference (apiserver/pkg/server/options/audit.go, Validate). */
function backendOptions(name: "log" | "webhook", flags: AuditBackendFlags): BackendOptions {
  const { mode, batchThrottleQps: qps, batchThrottleBurst: burst } = flags;
  const batch = {
    bufferSize: flags.batchBufferSize,
    maxSize: flags.batchMaxSize,
    maxWaitMs: flags.batchMaxWait,
    throttle: flags.batchThrottleEnable ? { qps, burst } : undefined,
  };
  if (mode === "batch") checkBatch(name, batch);
  const { truncateMaxEventSize: maxEvent, truncateMaxBatchSize: maxBatch, version } = flags;
  if (maxEvent <= 0)
    throw new Error(`invalid audit truncate ${name} max event size ${maxEvent}, must be a positive number`);
  if (maxBatch < maxEvent)
    throw new Error(
      `invalid audit truncate ${name} max batch size ${maxBatch}, must be greater than max event size (${maxEvent})`,
    );
  if (version !== VERSION) throw new Error(`invalid group version, allowed versions are [${quote(VERSION)}]`);
  return { mode, batch, maxEventSize: flags.truncateEnabled ? maxEvent : undefined };
}

function checkBatch(name: string, { bufferSize, maxSize, throttle }: BatchOptions): void {
  const positive = (what: string, value: number): void => {
    if (value <= 0)
      throw new Error(`invalid audit batch ${name} ${what} ${value}, must be a positive number`);
  };
  positive("buffer size", bufferSize);
  positive("max batch size", maxSize);
  if (throttle === undefined) return;
  positive("throttle QPS", throttle.qps);
  positive("throttle burst", throttle.burst);
}
