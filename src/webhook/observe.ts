import { Exposition } from "../metrics/exposition.ts";
import { createCounter, createHistogram } from "../metrics/instruments.ts";
import type { Endpoint } from "./endpoints.ts";
import type { WebhookAnswer } from "./handle.ts";

/** A finished call of a webhook. */
export interface Call {
  /** The webhook or the converter. */
  readonly endpoint: Endpoint;
  readonly answer: WebhookAnswer;
  /** Duration, including the time to read the body. */
  readonly milliseconds: number;
}

/** Called after each response. Its errors are ignored. */
export type OnCall = (call: Call) => void;

/**
 * Bounds in seconds. Most webhooks decide in less than five milliseconds, and ten seconds are the usual
 * timeout.
 */
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30];

interface WebhookMetrics {
  readonly count: OnCall;
  /** Returns the metrics in Prometheus' text format. */
  text(): string;
}

/** Creates counters of calls by webhook, operation and outcome, and histograms of their duration. */
export function createMetrics(): WebhookMetrics {
  const exposition = new Exposition();
  const calls = createCounter({
    exposition,
    name: "sallyport_webhook_calls_total",
    help: "Calls of webhooks, by what was decided.",
  });
  const time = createHistogram(
    {
      exposition,
      name: "sallyport_webhook_duration_seconds",
      help: "Time from the whole request to the answer.",
    },
    BUCKETS,
  );
  return {
    count: ({ endpoint, answer, milliseconds }) => {
      const operation = operationOf(answer);
      calls({ path: endpoint.path, operation, outcome: outcomeOf(answer) }, 1);
      time({ path: endpoint.path, operation }, milliseconds / 1000);
    },
    text: () => exposition.text(),
  };
}

const OPERATIONS: ReadonlySet<string> = new Set(["CREATE", "UPDATE", "DELETE", "CONNECT"]);

/**
 * Returns the operation for a label. Unknown values become "other": callers could send any text, and each
 * would be a new series.
 */
function operationOf({ told }: WebhookAnswer): string {
  const operation = told?.request.operation ?? "";
  return operation === "" || OPERATIONS.has(operation) ? operation : "other";
}

function outcomeOf({ status, told }: WebhookAnswer): string {
  if (status !== 200) return "refused";
  if (told === undefined) return "converted";
  const { decision, operations } = told;
  if (decision.kind === "denied") return decision.code === 500 ? "failed" : "denied";
  return operations === 0 ? "allowed" : "mutated";
}
