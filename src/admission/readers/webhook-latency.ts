import type { Verdict } from "../verdict.ts";

/** Milliseconds that a request spent waiting for webhooks: mutating ones in turn, validating ones side by side. */
export interface WebhookLatency {
  readonly mutating: number;
  readonly validating: number;
}

/** For `apiserver.latency.k8s.io/…` and for the request metric without webhooks. */
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
