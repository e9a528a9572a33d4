import type { Verdict } from "../verdict.ts";

/**
 * Time that a request waited for webhooks, in milliseconds: the sum of mutating webhooks, the maximum of
 * validating ones.
 */
export interface WebhookLatency {
  readonly mutating: number;
  readonly validating: number;
}

/** Returns the latency for `apiserver.latency.k8s.io/…` and for the request metric without webhooks. */
export function webhookLatencyOf({ hooks }: Verdict): WebhookLatency {
  let mutating = 0;
  let validating = 0;
  for (const { phase, call } of hooks) {
    if (call === undefined || call.attempts === 0) continue;
    if (phase === "admit") mutating += call.milliseconds;
    else validating = Math.max(validating, call.milliseconds);
  }
  return { mutating, validating };
}
