import { quote } from "../../../go/quote.ts";
import { nonNegativeDurationFlag } from "../../duration-flag.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import type { BatchOptions } from "./buffered.ts";
import type { LogFormat } from "./log-backend.ts";

type AuditMode = "batch" | "blocking" | "blocking-strict";

/** Values of the flags of one backend. */
export interface BackendOptions {
  readonly mode: AuditMode;
  readonly batch: BatchOptions;
  /** Bytes of an event; undefined: events are not truncated. */
  readonly maxEventSize: number | undefined;
}

const MODES: readonly AuditMode[] = ["batch", "blocking", "blocking-strict"];
const VERSION = "audit.k8s.io/v1";

export interface LogOptions extends BackendOptions {
  readonly format: LogFormat;
}

export interface WebhookOptions extends BackendOptions {
  readonly initialBackoffMs: number;
}

/** Throws in the words of the reference (apiserver/pkg/server/options/audit.go, Validate). */
export function logOptions(flags: ServeFlags): LogOptions {
  const { auditLogFormat: format } = flags;
  const options = backendOptions("log", {
    mode: flags.auditLogMode,
    bufferSize: flags.auditLogBatchBufferSize,
    maxSize: flags.auditLogBatchMaxSize,
    maxWait: flags.auditLogBatchMaxWait,
    throttle: flags.auditLogBatchThrottleEnable,
    qps: flags.auditLogBatchThrottleQps,
    burst: flags.auditLogBatchThrottleBurst,
    truncate: flags.auditLogTruncateEnabled,
    maxBatchBytes: flags.auditLogTruncateMaxBatchSize,
    maxEventBytes: flags.auditLogTruncateMaxEventSize,
    version: flags.auditLogVersion,
  });
  if (format !== "json" && format !== "legacy")
    throw new Error(`invalid audit log format ${format}, allowed formats are "legacy,json"`);
  return { ...options, format };
}

export function webhookOptions(flags: ServeFlags): WebhookOptions {
  const options = backendOptions("webhook", {
    mode: flags.auditWebhookMode,
    bufferSize: flags.auditWebhookBatchBufferSize,
    maxSize: flags.auditWebhookBatchMaxSize,
    maxWait: flags.auditWebhookBatchMaxWait,
    throttle: flags.auditWebhookBatchThrottleEnable,
    qps: flags.auditWebhookBatchThrottleQps,
    burst: flags.auditWebhookBatchThrottleBurst,
    truncate: flags.auditWebhookTruncateEnabled,
    maxBatchBytes: flags.auditWebhookTruncateMaxBatchSize,
    maxEventBytes: flags.auditWebhookTruncateMaxEventSize,
    version: flags.auditWebhookVersion,
  });
  return {
    ...options,
    initialBackoffMs: duration("webhook-initial-backoff", flags.auditWebhookInitialBackoff),
  };
}

/** The values as text, before parsing. */
interface Given {
  readonly mode: string;
  readonly bufferSize: string;
  readonly maxSize: string;
  readonly maxWait: string;
  readonly throttle: boolean | string | undefined;
  readonly qps: string;
  readonly burst: string;
  readonly truncate: boolean | string | undefined;
  readonly maxBatchBytes: string;
  readonly maxEventBytes: string;
  readonly version: string;
}

function backendOptions(name: "log" | "webhook", given: Given): BackendOptions {
  const mode = modeOf(name, given.mode);
  const batch = batchOptions(name, given);
  if (mode === "batch") checkBatch(name, batch);
  const maxEvent = number(`${name}-truncate-max-event-size`, given.maxEventBytes);
  const maxBatch = number(`${name}-truncate-max-batch-size`, given.maxBatchBytes);
  if (maxEvent <= 0)
    throw new Error(`invalid audit truncate ${name} max event size ${maxEvent}, must be a positive number`);
  if (maxBatch < maxEvent)
    throw new Error(
      `invalid audit truncate ${name} max batch size ${maxBatch}, must be greater than max event size (${maxEvent})`,
    );
  if (given.version !== VERSION)
    throw new Error(`invalid group version, allowed versions are [${quote(VERSION)}]`);
  return { mode, batch, maxEventSize: isOn(given.truncate) ? maxEvent : undefined };
}

function modeOf(name: string, mode: string): AuditMode {
  const known = MODES.find((one) => one === mode);
  if (known !== undefined) return known;
  throw new Error(`invalid audit ${name} mode ${mode}, allowed modes are ${quote(MODES.join(","))}`);
}

function batchOptions(name: string, given: Given): BatchOptions {
  const qps = number(`${name}-batch-throttle-qps`, given.qps);
  const burst = number(`${name}-batch-throttle-burst`, given.burst);
  return {
    bufferSize: number(`${name}-batch-buffer-size`, given.bufferSize),
    maxSize: number(`${name}-batch-max-size`, given.maxSize),
    maxWaitMs: duration(`${name}-batch-max-wait`, given.maxWait),
    throttle: isOn(given.throttle) ? { qps, burst } : undefined,
  };
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

const isOn = (value: boolean | string | undefined): boolean => value === true || value === "true";

function number(flag: string, given: string): number {
  if (/^-?\d{1,12}(\.\d{1,6})?$/.test(given)) return Number(given);
  throw new Error(`--audit-${flag}: ${quote(given)} is not a number`);
}

const duration = (flag: string, given: string): number =>
  nonNegativeDurationFlag(`--audit-${flag}`, given, "30s");
